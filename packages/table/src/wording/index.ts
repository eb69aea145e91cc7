/** Checks the words of a game: everything that people would read in seeded games. */
import type { Game } from '@ludoforge/kernel'
import type { Vocabulary } from '../log/index.js'
import { type CollectOptions, collectTexts, type TextSource } from './collect.js'
import { type Fault, FaultFinder } from './faults.js'

export { TEXT_SOURCES, type TextSource } from './collect.js'
export { unwritten, writtenSentences, type WrittenSentence } from './sentences.js'

/** A faulty text, where it is shown and how often. */
export interface FaultyText {
  readonly source: TextSource
  readonly text: string
  readonly shown: number
  readonly faults: readonly Fault[]
}

/** What a check of the words found. */
export interface WordingReport {
  /** The number of distinct texts, by source. */
  readonly checked: Readonly<Record<TextSource, number>>
  /** Faulty texts, the most frequent first. */
  readonly faulty: readonly FaultyText[]
}

/** Plays games and checks every text in them. */
export function checkWording(game: Game, words: Vocabulary, options: CollectOptions): WordingReport {
  const finder = new FaultFinder(game.def)
  const faulty: FaultyText[] = []
  const checked: Record<TextSource, number> = {
    prompt: 0,
    option: 0,
    log: 0,
    preview: 0,
    'why-not': 0,
    reason: 0,
    board: 0,
  }
  for (const [source, texts] of collectTexts(game, words, options).texts) {
    checked[source] = texts.size
    for (const [text, shown] of texts) {
      const faults = finder.faults(text)
      if (faults.length > 0) faulty.push({ source, text, shown, faults })
    }
  }
  return { checked, faulty: faulty.toSorted((a, b) => b.shown - a.shown) }
}
