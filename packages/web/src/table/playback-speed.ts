/** The speed of playback, from the settings. */
import { useSettings } from '../app/settings.js'
import { playSound, type Sound } from './sound.js'
import type { PlaybackSpeed } from './store/live-updates.js'

/** Milliseconds per played-back moment, indexed by the speed setting. */
const MOMENT_MS = [0, 900, 450, 200]

/** The speed of playback and the sounds, as in the settings. */
export const SPEED: PlaybackSpeed = {
  moment: (): number =>
    matchMedia('(prefers-reduced-motion: reduce)').matches
      ? 0
      : (MOMENT_MS[useSettings.getState().speed] ?? 0),
  hear: (sound: Sound): void => {
    if (useSettings.getState().sounds) playSound(sound)
  },
}
