/**
 * `@ludoforge/language-server/grammar`: the TextMate grammars of the notation, which `npm run grammar` writes, and a
 * tokenizer for pages, where a whole TextMate engine would be too large.
 */
import rules from './rules.tmLanguage.json' with { type: 'json' }
import steps from './steps.tmLanguage.json' with { type: 'json' }
import { Tokenizer } from './tokenizer.js'

export { type Grammar, type ScopedText, Tokenizer } from './tokenizer.js'

/** The grammar of rules blocks. */
export const rulesGrammar = rules
/** The grammar of examples, lessons and guides. */
export const stepsGrammar = steps

/** The languages of fenced blocks with a grammar. */
const GRAMMARS = { rules, example: steps, lesson: steps, guide: steps } as const

const tokenizers = new Map<string, Tokenizer>()

/** The tokenizer for a fenced block. Returns `undefined` for other languages. */
export function tokenizerFor(language: string): Tokenizer | undefined {
  const known = tokenizers.get(language)
  if (known !== undefined) return known
  const grammar = Object.hasOwn(GRAMMARS, language) ? GRAMMARS[language as keyof typeof GRAMMARS] : undefined
  if (grammar === undefined) return undefined
  const made = new Tokenizer(grammar)
  tokenizers.set(language, made)
  return made
}
