/** Plays a short tone when it's your turn. */
export function chime(): void {
  const audio = new AudioContext()
  const tone = audio.createOscillator()
  const loudness = audio.createGain()
  tone.frequency.value = 660
  loudness.gain.setValueAtTime(0.08, audio.currentTime)
  loudness.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.5)
  tone.connect(loudness).connect(audio.destination)
  tone.start()
  tone.stop(audio.currentTime + 0.5)
  tone.addEventListener('ended', () => void audio.close())
}
