/** Writes the steps of examples: answers and expectations. */
import type { Choice, Decision, Game, Outcome } from '@ludoforge/kernel'

/** An answer as a step, without its seat: `chooses b3`, `does muster`. */
export function answerText(question: Decision, choice: Choice): string {
  if (typeof choice === 'number') return `chooses ${choice}`
  if (typeof choice === 'string')
    return question.type === 'action' ? `does ${choice}` : `chooses ${pickText(choice)}`
  if ('offer' in choice) return `does ${choice.offer}`
  if ('throughout' in choice) return `chooses ${pickText(String(choice.throughout))} throughout`
  if (choice.length === 0) return 'chooses nothing'
  const counts = new Map<string, number>()
  for (const id of choice) counts.set(id, (counts.get(id) ?? 0) + 1)
  const picks = [...counts].map(([id, count]) => (count === 1 ? pickText(id) : `${count} ${pickText(id)}`))
  const only = question.kind === 'one' && choice.length === 1 ? 'only ' : ''
  return `chooses ${only}${picks.join(', ')}`
}

/** An option as a phrase: `soldier+tired@hill` is `tired soldier in hill`. */
function pickText(id: string): string {
  const [kind = '', place] = id.split('@')
  const [type, ...values] = kind.split('+')
  const phrase = [...values, type].join(' ')
  return place === undefined ? zoneText(phrase) : `${phrase} in ${zoneText(place)}`
}

/** A zone as rules name it: `hand:red` is `hand of red`. */
export const zoneText = (id: string): string => id.replace(':', ' of ')

/** The most options that an example lists. */
const MAX_OFFERED = 8

/** The expectations about a position: its question and the options, or the result. */
export function expectationLines(
  { def }: Game,
  question: Decision | undefined,
  outcome: Outcome | undefined,
): readonly string[] {
  if (outcome !== undefined) {
    const { winners } = outcome
    if (winners.length === 0) return ['  then nobody has won']
    return winners.map((seat, i) => `  ${i === 0 ? 'then' : ' and'} ${seat} has won`)
  }
  if (question === undefined) return ['  then nothing is asked']
  const { seat, name, options, kind } = question
  const asked = `  then ${seat} is asked ${name}`
  if (kind === 'number' || options.length === 0 || options.length > MAX_OFFERED) return [asked]
  const isPieces = def.tokens.length > 0 && options.some(({ id }) => id.includes('@'))
  const picks = options.map(({ id }) => (isPieces ? pickText(id) : id))
  return [asked, `   and offered ${picks.join(', ')}`]
}
