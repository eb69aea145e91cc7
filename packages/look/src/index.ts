export type * from './scene.js'
