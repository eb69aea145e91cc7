/** What an answer would do, for the replies of a coach. */
import type { Foresee } from '@ludoforge/play'
import { consequences, scoreText, type Vocabulary } from '../log/index.js'
import type { ViewContext } from '../views/index.js'
import { previewsOf } from './previews.js'

const MAX_SENTENCES = 3

/** Returns a function that says it in a few sentences: what changes, and the scores. Throws `IllegalChoice`. */
export function foreseen({ game, reckon, words }: ViewContext & { readonly words: Vocabulary }): Foresee {
  return (state, choice, seat) => {
    const [preview] = previewsOf({ game, reckon }, state, seat, [choice])
    if (preview === undefined) return []
    const { lines, scores } = consequences(preview, { words, seat, before: reckon?.(state, seat) })
    return [...lines.slice(0, MAX_SENTENCES), ...scores.map((score) => `${scoreText(score, words)}.`)]
  }
}
