/** Translations of the texts of a game. */
export { translateDeclarations } from './translate.js'
export { readWords, type Words, wordsFile } from './words.js'
