/** The text of a preview: what an answer would do. */
import {
  beginningSentence,
  condense,
  isLogged,
  sentence,
  condenseOptions,
  type Vocabulary,
} from '@ludoforge/table'
import type { Preview } from '@ludoforge/play'
import { capitalize } from '../vocabulary.js'

const MAX_LINES = 8

export function previewText({ events, until }: Preview, words: Vocabulary, seat: string): readonly string[] {
  const rest = events[0]?.type === 'chose' ? events.slice(1) : events
  const known = rest.filter((event) => isLogged(event, words))
  const sentences = condense(known, condenseOptions(words)).map((line) => {
    if (line.type === 'entered') return line.title
    return line.type === 'began' ? beginningSentence(line, undefined, words) : sentence(line, words, seat)
  })
  const lines = sentences
    .filter((text) => text !== '')
    .map((text) => `${capitalize(text)}.`.replace(/([.!?])\.$/, '$1'))
  const more = lines.length - MAX_LINES
  return [
    ...lines.slice(0, MAX_LINES),
    ...(more > 0 ? [`And ${more} more changes.`] : []),
    ...ending(until, lines.length === 0),
  ]
}

function ending(until: Preview['until'], isEmpty: boolean): readonly string[] {
  switch (until) {
    case 'chance':
      return [isEmpty ? 'Chance decides what happens.' : 'Then chance decides.']
    case 'hidden':
      return [
        isEmpty ? 'The result depends on hidden information.' : 'The rest depends on hidden information.',
      ]
    case 'over':
      return ['Then the game ends.']
    case 'question':
      return isEmpty ? ['Nothing changes yet. There’s another choice first.'] : []
  }
}
