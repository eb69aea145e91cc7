/** A guided game in the terminal: a table with bots, and a coach next to it. */
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { Coach, guidedStart, localTable } from '@ludoforge/client'
import type { LoadedGame } from '@ludoforge/compiler'
import { bookOf } from '@ludoforge/look/node'
import { type Guide, LessonGame } from '@ludoforge/play'
import { TraceWriter } from '@ludoforge/sim'
import { judgePlayedTurn, suggestTurns } from '@ludoforge/table'
import { type FoundGame, tableOf } from '../games.js'
import type { Progress } from '../terminal/lessons/progress.js'
import { PlayLoop } from '../terminal/play/loop.js'
import { SaveFileStorage } from '../terminal/saves/save-file.js'
import type { Terminal } from '../terminal/terminal.js'
import { EXIT } from '../usage.js'

export interface GuidedGame {
  readonly found: FoundGame
  readonly game: LoadedGame
  readonly guide: Guide
  /** The terms that finished lessons have taught. */
  readonly known: readonly string[]
  readonly progress: Progress
  readonly terminal: Terminal
  readonly call: string // the command that continues it
}

/** Plays a guided game from its start, or from where the learner left it. */
export async function playGuided(request: GuidedGame): Promise<number> {
  const { found, game, guide, known, progress, terminal, call } = request
  const { seat } = guide
  const file = progress.guideFile(seat)
  const isResumed = existsSync(file) && progress.guide(seat) !== undefined
  const lessons = new LessonGame(game)
  const start = guidedStart(lessons.withStart(guide), game.def, 'me')
  mkdirSync(path.dirname(file), { recursive: true })
  if (!isResumed) rmSync(file, { force: true })
  const storage = new SaveFileStorage(game, {
    path: found.kind === 'folder' ? path.resolve(found.path) : found.path,
    ...(isResumed ? { resumed: { ...TraceWriter.resume(file), isOwn: false } } : { file }),
    tell: (problem) => terminal.err(problem),
  })
  const { labels, reckon } = tableOf(found, game, terminal)
  const table = await localTable({ game, reckon, storage, ...start })
  const context = { game, reckon, words: labels.words }
  let isClosed = false
  const thinking = { stopped: (): boolean => isClosed }
  const coach = await Coach.open({
    table,
    guide,
    lessons,
    words: labels.words,
    known: new Set(known),
    memory: progress.guide(seat),
    save: (memory) => progress.setGuide(seat, memory),
    thinker: {
      suggest: (turn) => suggestTurns(context, turn, thinking),
      judge: (turn) => judgePlayedTurn(context, turn, thinking),
    },
  })
  terminal.out(`${terminal.paint.bold(guide.title)}   ${terminal.paint.dim('? for help')}`)
  const loop = new PlayLoop({
    table,
    labels,
    terminal,
    coach,
    book: () => bookOf(found.kind === 'folder' ? found.path : undefined, game),
    save: async (place) => {
      storage.saveTo(place)
      return `The game continues in ${place}, without the coach: ${terminal.command} play --resume ${place}`
    },
    isShared: false,
    isTalking: false,
    seen: -1,
  })
  storage.onProblem((problem) => loop.fail(problem))
  const silence = terminal.onInterrupt(() => loop.interrupt())
  try {
    const ending = await loop.run()
    storage.close()
    if (ending === 'over') {
      progress.setGuide(seat, undefined)
      rmSync(file, { force: true })
    } else terminal.out(`Continue with: ${call}`)
    return EXIT.ok
  } finally {
    isClosed = true
    silence()
    coach.close()
    table.close()
    storage.close()
    terminal.input.close()
  }
}
