/** The coach of a guided game, at any table. */
export { Coach, type CoachMemory, type CoachNote, type CoachOptions, type CoachThinker } from './coach.js'
export { type GuidedStart, guidedStart } from './guided-start.js'
