/** Words that cannot be names: a rule that used such a name would mean something else. */

/** They end a phrase: they join expressions or belong to the statement around them. */
const ENDING = (
  'and or not in is of where then else as to by from with costing within toward if times while until ' +
  'through entering into up down at offering about'
).split(' ')

/** They always mean the same. Words that are types, such as `spaces`, may be names of such things. */
const MEANING = 'actor changed class false free it map none nothing true'.split(' ')

/** What every object of the engine has: as a name of the game it would be found where nothing is. */
const ENGINE = Object.getOwnPropertyNames(Object.prototype).filter((word) => /^[A-Za-z]+$/.test(word))

const ENDS: ReadonlySet<string> = new Set(ENDING)
const RESERVED: ReadonlySet<string> = new Set([...ENDING, ...MEANING, ...ENGINE])

export const RESERVED_WORDS: readonly string[] = [...RESERVED].toSorted()

export const isStopWord = (text: string): boolean => ENDS.has(text)
/** Of any name, also those that a rule never writes alone. */
export const isEngineName = (text: string): boolean => ENGINE.includes(text)
export const isReserved = (text: string): boolean => RESERVED.has(text)
