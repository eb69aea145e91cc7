/** What an answer would do, in a sentence or two. */
import {
  beginningSentence,
  condense,
  isLogged,
  sentence,
  condenseOptions,
  type Vocabulary,
} from '@ludoforge/table'
import type { Preview } from '@ludoforge/play'
import { capital } from '../vocabulary.js'

const MOST = 8

export function consequences({ events, until }: Preview, words: Vocabulary, seat: string): readonly string[] {
  const rest = events[0]?.type === 'chose' ? events.slice(1) : events
  const known = rest.filter((event) => isLogged(event, words))
  const told = condense(known, condenseOptions(words)).map((line) => {
    if (line.type === 'entered') return line.title
    return line.type === 'began' ? beginningSentence(line, undefined, words) : sentence(line, words, seat)
  })
  const lines = told
    .filter((text) => text !== '')
    .map((text) => `${capital(text)}.`.replace(/([.!?])\.$/, '$1'))
  const more = lines.length - MOST
  return [
    ...lines.slice(0, MOST),
    ...(more > 0 ? [`And ${more} more things follow.`] : []),
    ...then(until, lines.length === 0),
  ]
}

function then(until: Preview['until'], isEmpty: boolean): readonly string[] {
  switch (until) {
    case 'chance':
      return [isEmpty ? 'Chance decides what follows.' : 'Then chance decides.']
    case 'hidden':
      return [isEmpty ? 'It depends on what you cannot see.' : 'What follows depends on what you cannot see.']
    case 'over':
      return ['Then the game is over.']
    case 'question':
      return isEmpty ? ['Nothing changes yet: more is asked.'] : []
  }
}
