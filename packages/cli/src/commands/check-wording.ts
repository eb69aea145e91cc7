/** `check --wording`: what people would read in seeded games, and the sentences of the rules. */
import type { LoadedGame } from '@ludoforge/compiler'
import type { Look } from '@ludoforge/look/node'
import { checkWording, TEXT_SOURCES, unwritten, type WordingReport, writtenSentences } from '@ludoforge/table'
import { Labels } from '../terminal/board/index.js'
import { makePaint } from '../terminal/terminal.js'

/** Games are cut off after this many decisions. */
const DECISIONS = 400
const SEED = 'wording'
/** The maximum number of faulty texts, and of functions without a sentence, that are listed. */
const MAX_LISTED = 60

export interface Wording extends WordingReport {
  readonly unwritten: ReturnType<typeof unwritten>
  readonly sentences: ReturnType<typeof writtenSentences>
}

/** Plays games and collects the texts in them. */
export function wordingOf(game: LoadedGame, look: Look, games: number): Wording {
  const { words } = new Labels(game.def, look, makePaint(false))
  return {
    ...checkWording(game, words, { games, seed: SEED, decisions: DECISIONS }),
    unwritten: unwritten(game.def),
    sentences: writtenSentences(game.def),
  }
}

export function wordingText(
  { checked, faulty, unwritten: missing, sentences }: Wording,
  all: boolean,
): string {
  const total = TEXT_SOURCES.reduce((sum, source) => sum + checked[source], 0)
  const parts = TEXT_SOURCES.map((source) => `${source} ${checked[source]}`).join(', ')
  const faults = faulty.slice(0, MAX_LISTED).map(({ source, text, shown, faults: found }) => {
    const what = found.map(({ kind, at }) => `${kind} "${at}"`).join(', ')
    return `  ${String(shown).padStart(5)} × ${source}: ${text}\n          ${what}`
  })
  const places = missing.slice(0, MAX_LISTED).map(({ place, name }) => `  ${place}: ${name}`)
  return [
    `${total} texts (${parts}), ${faulty.length} faulty`,
    ...faults,
    ...more(faulty.length),
    ...(missing.length === 0
      ? []
      : [`${missing.length} tests, values and sets that players may meet have no sentence:`]),
    ...places,
    ...more(missing.length),
    ...(all
      ? sentences.map(
          ({ place, holds, fails = '' }) => `${place}\n  + ${holds}${fails === '' ? '' : `\n  - ${fails}`}`,
        )
      : []),
  ].join('\n')
}

const more = (count: number): readonly string[] =>
  count > MAX_LISTED ? [`  and ${count - MAX_LISTED} more`] : []
