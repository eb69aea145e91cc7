/** What an answer does, in the words of its question: the text of the button that gives it. */
import type { Choice, Decision } from '@ludoforge/kernel'
import { choiceLabel } from './choice-label.js'
import type { Vocabulary } from './vocabulary.js'

/** Longer lists are counted. */
const MAX_LENGTH = 40
const MAX_TITLE_WORDS = 3
/** A text that continues that of the button before it. */
const CONTINUED = '…'

/** Returns the text: `Assault Hill`, `Move 3 Cubes in Hill`, `March to Hill and no more`, `Place 6 Cubes each time`. */
export function confirmText(decision: Decision, answer: Choice, words: Vocabulary): string {
  const { say } = words
  if (typeof answer !== 'object' || 'offer' in answer) return answerText(decision, answer, words)
  if ('throughout' in answer)
    return say.confirm.throughout(answerText(decision, answer.throughout, words), isAboutSpaces(decision))
  const text = answerText(decision, answer, words)
  return decision.series !== undefined && answer.length === 1 ? say.confirm.noMore(text) : text
}

/**
 * Returns the text of the button next to `confirmText`, for the other meaning that the marked options can have: the list
 * of one (`… and no more`), the first of several (`Just Hill for now`), or the answer throughout (`… in all of them`).
 */
export function otherConfirmText(decision: Decision, answer: Choice, words: Vocabulary): string {
  const { say, def } = words
  if (typeof answer === 'object' && 'throughout' in answer)
    return say.confirm.throughout(CONTINUED, isAboutSpaces(decision))
  if (typeof answer === 'string')
    return say.confirm.forNow(
      decision.type === 'zone' ? words.zone(answer) : choiceLabel(def, decision, answer),
    )
  return say.confirm.noMore(CONTINUED)
}

const isAboutSpaces = ({ subject }: Decision): boolean => subject?.type === 'zone'

type PlainChoice = Exclude<Choice, { readonly throughout: unknown }>

function answerText(decision: Decision, choice: PlainChoice, words: Vocabulary): string {
  const { say, def } = words
  if (Array.isArray(choice) && choice.length === 0) return declineText(decision, words)
  const { verb, preposition = '', noun } = say.questionWords(decision.prompt)
  const title = titleOf(decision, words)
  if (typeof choice === 'number')
    return say.confirm.answer([verb ?? title ?? say.confirm.choose(''), counted(choice, noun, words)])
  const label = choiceLabel(def, decision, choice)
  if (typeof choice === 'object' && 'offer' in choice) return label
  const ids = typeof choice === 'string' ? [choice] : choice
  switch (decision.type) {
    case 'zone': {
      const names = listed(ids, (id) => words.zone(id), words)
      const what = names.length > MAX_LENGTH && ids.length > 2 ? say.confirm.spaces(new Set(ids).size) : names
      const head = verb ?? title
      return head === undefined && preposition === ''
        ? say.confirm.choose(what)
        : say.confirm.answer([head ?? '', preposition, what])
    }
    case 'token':
    case 'kind':
    case 'seat': {
      const what = label.length > MAX_LENGTH && ids.length > 1 ? counted(ids.length, noun, words) : label
      return verb === undefined ? say.confirm.choose(what) : say.confirm.answer([verb, what])
    }
    default:
      return say.confirm.answer([listed(ids, (id) => choiceLabel(def, decision, id), words)])
  }
}

/** `Hill, Mill twice and Port`: each name once, in the order of the list. */
function listed(ids: readonly string[], nameOf: (id: string) => string, { say }: Vocabulary): string {
  const count = (id: string): number => ids.filter((other) => other === id).length
  return say.list([...new Set(ids)].map((id) => say.confirm.times(nameOf(id), count(id))))
}

/** The title of the action, unless it is a whole sentence. */
function titleOf({ action }: Decision, words: Vocabulary): string | undefined {
  const title = action === undefined ? '' : words.action(action)
  return title === '' || title.split(' ').length > MAX_TITLE_WORDS ? undefined : title
}

/** Returns the text of the button that chooses nothing. */
export function declineText({ options, kind, optional }: Decision, { say }: Vocabulary): string {
  if (options.length === 0 && kind !== 'number') return say.confirm.continue
  return optional ? say.confirm.done : say.confirm.none
}

/** `3 Cubes`, `1 Cube`: the noun of a question is in the plural. */
function counted(count: number, noun: string | undefined, { def }: Vocabulary): string {
  if (noun === undefined || count !== 1) return `${count} ${noun ?? ''}`.trim()
  const token = def.tokens.find(({ many }) => many !== undefined && noun.endsWith(many))
  return `1 ${token?.many === undefined ? noun : noun.slice(0, -token.many.length) + token.name}`
}
