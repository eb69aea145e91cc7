/** Reserved words: as names they would change the meaning of a rule. */

/** Stop words: they end a phrase, because they join expressions or belong to the statement. */
const STOP_WORDS = (
  'and or not in is of where then else as to by from with costing within toward if times while until ' +
  'through entering into up down at offering about among'
).split(' ')

/** Words with a fixed meaning. Words for types, such as `spaces`, may be names. */
const KEYWORDS = 'actor all-seats changed class false free it map none nothing true'.split(' ')

/** Members every JavaScript object inherits: a lookup of such a name would find them. */
export const ENGINE_NAMES: readonly string[] = Object.getOwnPropertyNames(Object.prototype).filter((word) =>
  /^[A-Za-z]+$/.test(word),
)

const STOPS: ReadonlySet<string> = new Set(STOP_WORDS)
const RESERVED: ReadonlySet<string> = new Set([...STOP_WORDS, ...KEYWORDS, ...ENGINE_NAMES])

export const RESERVED_WORDS: readonly string[] = [...RESERVED].toSorted()

export const isStopWord = (text: string): boolean => STOPS.has(text)
/** Reserved for every name, including those that never occur alone in a rule. */
export const isEngineName = (text: string): boolean => ENGINE_NAMES.includes(text)
/** Whether a word can't be the name of something in a rule. */
export const isReserved = (text: string): boolean => RESERVED.has(text)
