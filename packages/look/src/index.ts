export type * from './scene.js'
export { valueTexts, type ValueTexts } from './values.js'
