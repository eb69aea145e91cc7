import type { ReactNode } from 'react'
import { Choices, Switch } from '../ui/index.js'
import { type Settings, useSettings } from './settings.js'

export function SettingsPage(): ReactNode {
  const { theme, safe, text, speed, sounds } = useSettings()
  const set = (some: Partial<Settings>): void => {
    useSettings.setState(some)
  }
  return (
    <div className="narrow">
      <h1>Settings</h1>
      <Choices
        title="Colours"
        value={theme}
        options={[
          ['auto', 'As the system'],
          ['light', 'Light'],
          ['dark', 'Dark'],
        ]}
        onChange={(value) => set({ theme: value })}
      />
      <Switch
        title="Colours for the colour-blind"
        says="Colours that are easy to tell apart, and patterns beside them."
        on={safe}
        onChange={(on) => set({ safe: on })}
      />
      <Choices
        title="Size of text"
        value={text}
        options={[
          ['small', 'Small'],
          ['normal', 'Normal'],
          ['large', 'Large'],
        ]}
        onChange={(value) => set({ text: value })}
      />
      <Choices
        title="Movement of pieces"
        value={speed}
        options={[
          [0, 'Off'],
          [1, 'Slow'],
          [2, 'Normal'],
          [3, 'Fast'],
        ]}
        onChange={(value) => set({ speed: value })}
      />
      <Switch
        title="Sounds"
        says="A short tone when it is your turn."
        on={sounds}
        onChange={(on) => set({ sounds: on })}
      />
    </div>
  )
}
