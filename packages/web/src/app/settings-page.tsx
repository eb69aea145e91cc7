import type { ReactNode } from 'react'
import { Choices, Switch } from '../ui/index.js'
import { type Settings, useSettings } from './settings.js'

export function SettingsPage(): ReactNode {
  const { theme, safe, text, speed, camera, sounds } = useSettings()
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
      <Choices
        title="Map movement"
        value={camera}
        options={[
          [0, 'Only by me'],
          [1, 'Slow'],
          [2, 'Normal'],
          [3, 'Fast'],
        ]}
        onChange={(value) => set({ camera: value })}
      />
      <Switch
        title="Sounds"
        description="Plays short sounds when it’s your turn, for dice and for cards."
        on={sounds}
        onChange={(on) => set({ sounds: on })}
      />
    </div>
  )
}
