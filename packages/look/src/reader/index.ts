/** `@ludoforge/look/reader`: reads looks from files in memory, without Node. */
export { type Look } from './look.js'
export { isLookFile, lookOfFiles } from './look-of-files.js'
export { type LookRead, readLook } from './read-look.js'
