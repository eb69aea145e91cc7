/** Short sounds, synthesized: your turn, dice, cards. */
import type { StepEvent } from '@ludoforge/kernel'

/** What can be heard. */
export type Sound = 'turn' | 'dice' | 'cards'

/** Returns the sound of what happened. Dice are louder than cards. */
export function soundOf(events: readonly StepEvent[], cardKinds: ReadonlySet<string>): Sound | undefined {
  if (events.some(({ type }) => type === 'rolled')) return 'dice'
  const isCard = (kind: string): boolean => kind === 'card' || cardKinds.has(kind.split('+')[0] ?? kind)
  const hasCards = events.some(
    (event) =>
      event.type === 'revealed' ||
      event.type === 'shuffled' ||
      (event.type === 'moved' && isCard(event.what)),
  )
  return hasCards ? 'cards' : undefined
}

/** Plays a sound. */
export function playSound(sound: Sound): void {
  const audio = new AudioContext()
  const seconds = SOUNDS[sound](audio)
  setTimeout(() => void audio.close(), seconds * 1000 + 100)
}

/** Each starts its sound and returns how long it takes, in seconds. */
const SOUNDS: Readonly<Record<Sound, (audio: AudioContext) => number>> = {
  turn(audio) {
    tone(audio, 660, 0)
    tone(audio, 880, 0.12)
    return 0.7
  },
  dice(audio) {
    for (const at of [0, 0.07, 0.13, 0.22, 0.34]) noise(audio, at, 0.035, 2600, 0.25)
    return 0.5
  },
  cards(audio) {
    noise(audio, 0, 0.12, 5200, 0.1)
    return 0.2
  },
}

/** A note that fades away. */
function tone(audio: AudioContext, frequency: number, at: number): void {
  const start = audio.currentTime + at
  const oscillator = audio.createOscillator()
  const loudness = audio.createGain()
  oscillator.frequency.value = frequency
  loudness.gain.setValueAtTime(0.08, start)
  loudness.gain.exponentialRampToValueAtTime(0.001, start + 0.5)
  oscillator.connect(loudness).connect(audio.destination)
  oscillator.start(start)
  oscillator.stop(start + 0.5)
}

/** A burst of noise around a frequency: a click if it is short, a swish if it is longer. */
function noise(audio: AudioContext, at: number, seconds: number, frequency: number, volume: number): void {
  const start = audio.currentTime + at
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * seconds), audio.sampleRate)
  const samples = buffer.getChannelData(0)
  for (let i = 0; i < samples.length; i += 1) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) // fades out
  const source = audio.createBufferSource()
  source.buffer = buffer
  const filter = audio.createBiquadFilter()
  filter.type = 'bandpass'
  filter.frequency.value = frequency
  const loudness = audio.createGain()
  loudness.gain.value = volume
  source.connect(filter).connect(loudness).connect(audio.destination)
  source.start(start)
}
