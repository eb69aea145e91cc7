/** The grammars of natural languages. */
import { english } from './english.js'
import { german } from './german.js'
import type { Language } from './language.js'

export type { Language, Noun, QuestionWords } from './language.js'
export { english } from './english.js'
export { german } from './german.js'
export { withoutMark } from './english-negation.js'

const LANGUAGES: readonly Language[] = [english, german]

/** Returns the grammar of a language by its code, or undefined if there is none. */
export const languageOf = (code: string): Language | undefined => LANGUAGES.find((one) => one.code === code)
