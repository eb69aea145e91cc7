import type { ReactNode } from 'react'
import { Choices, Switch } from '../ui/index.js'
import { type Settings, useSettings } from './settings.js'

export function SettingsPage(): ReactNode {
  const { theme, safe, text, speed, sounds } = useSettings()
  const set = (changes: Partial<Settings>): void => {
    useSettings.setState(changes)
  }
  return (
    <div className="narrow">
      <h1>Settings</h1>
      <Choices
        title="Colours"
        value={theme}
        options={[
          ['auto', 'System'],
          ['light', 'Light'],
          ['dark', 'Dark'],
        ]}
        onChange={(value) => set({ theme: value })}
      />
      <Switch
        title="Colour-blind mode"
        description="Uses colours that are easy to tell apart, and adds patterns."
        on={safe}
        onChange={(on) => set({ safe: on })}
      />
      <Choices
        title="Text size"
        value={text}
        options={[
          ['small', 'Small'],
          ['normal', 'Normal'],
          ['large', 'Large'],
        ]}
        onChange={(value) => set({ text: value })}
      />
      <Choices
        title="Animation speed"
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
        description="Plays a short tone when it’s your turn."
        on={sounds}
        onChange={(on) => set({ sounds: on })}
      />
    </div>
  )
}
