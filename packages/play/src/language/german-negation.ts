/** Negates written German sentences: the determiner of the subject, or the first finite verb. */

const VERB =
  /(?<![\p{L}{])(?:ist|sind|war|waren|hat|haben|hatte|kann|können|darf|dürfen|muss|müssen|soll|sollen|wird|werden|bleibt|bleiben|liegt|liegen|steht|stehen)(?![\p{L}}])/u

/** The determiners of a subject, and their opposites. */
const SUBJECTS: readonly (readonly [RegExp, string])[] = [
  [/^niemand\b/i, 'jemand'],
  [/^jemand\b/i, 'niemand'],
  [/^nichts\b/i, 'etwas'],
  [/^etwas\b/i, 'nichts'],
  [/^mindestens\b/i, 'weniger als'],
  [/^höchstens\b/i, 'mehr als'],
  [/^weniger als\b/i, 'mindestens'],
  [/^mehr als\b/i, 'höchstens'],
  [/^nicht alle\b/i, 'alle'],
  [/^alle\b/i, 'nicht alle'],
  [/^jede(?=[rs]?\b)/i, 'nicht jede'],
  [/^kein(?=e?\b)/i, 'ein'],
  [/^ein(?=e?\b)/i, 'kein'],
]

/** Returns the opposite of a sentence, or undefined if it has no known verb. `[marks]` the verb if it isn't a common one. */
export function negate(sentence: string): string | undefined {
  const marked = /\[([\p{L}]+)\]/u.exec(sentence)
  const plain = sentence.replaceAll(/\{[^}]*\}/g, (slot) => '_'.repeat(slot.length))
  const found = marked ?? VERB.exec(plain)
  if (found === null) return undefined
  const [whole, marking] = found
  const word = marking ?? whole
  const before = sentence.slice(0, found.index)
  const after = sentence.slice(found.index + whole.length)
  for (const [from, to] of SUBJECTS)
    if (from.test(before)) return `${before.replace(from, to)}${word}${after}`
  if (isBarePlural(before, word)) return `keine ${before}${word}${after}`
  return `${before}${word}${predicateNegated(after)}`
}

/** `Soldaten sind in …`: a noun without a determiner before a verb in the plural. */
function isBarePlural(before: string, verb: string): boolean {
  return (
    /^(?:sind|haben|waren|können|dürfen|liegen|stehen)$/.test(verb) &&
    /^\p{Lu}\p{Ll}+(?:n|e|er|s) $/u.test(before)
  )
}

function predicateNegated(after: string): string {
  if (/^ nicht mehr\b/.test(after)) return after.replace(/^ nicht mehr\b/, ' noch')
  if (/^ nicht\b/.test(after)) return after.replace(/^ nicht\b/, '')
  if (/^ noch\b/.test(after)) return after.replace(/^ noch\b/, ' nicht mehr')
  if (/^ schon\b/.test(after)) return after.replace(/^ schon\b/, ' noch nicht')
  if (/^ kein(?=e?[nmrs]? )/.test(after)) return after.replace(/^ kein/, ' ein')
  if (/^ ein(?=e?[nmrs]? )/.test(after)) return after.replace(/^ ein/, ' kein')
  return ` nicht${after}`
}
