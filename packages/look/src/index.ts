export type * from './cards.js'
export type * from './scene.js'
