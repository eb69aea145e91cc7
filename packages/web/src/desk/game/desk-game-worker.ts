/** The worker of the desk's game: it builds the files, hosts the table and runs the examples, off the main thread. */
import { defaultAgent } from '@ludoforge/agents'
import { moduleText } from '@ludoforge/look/files'
import { hostTable } from '@ludoforge/client'
import { mutationSteps } from '@ludoforge/compiler/editing'
import type { Files } from '@ludoforge/desk'
import {
  DeskSession,
  draftExample,
  findQuestion,
  type GameVersion,
  insertExample,
  mapHandles,
  nameNow,
  startBoard,
  TablePosition,
  viewExample,
} from '@ludoforge/desk/session'
import { LinkError, withoutPolicies } from '@ludoforge/kernel'
import { coverageNote, mutantText } from './line-stories.js'
import type {
  DeskAnswer,
  DeskAsk,
  FromGameWorker,
  MutantNote,
  MutantsNote,
  TableNote,
  ToGameWorker,
} from './messages.js'
import { inSlices } from './slices.js'

const post = (message: FromGameWorker, transfer: Transferable[] = []): void => {
  postMessage(message, { transfer })
}
const session = new DeskSession((table) => post({ type: 'record', table }))

/** How often results are sent while examples run, in ms. */
const REPORT_MS = 100

let generation = 0
let files: { readonly revision: number; readonly files: Files } | undefined
/** The version that the table shows. */
let hosted: GameVersion | undefined
const position = new TablePosition()
let endTable = (): void => {}
let mutantsRun = 0

addEventListener('message', ({ data }: MessageEvent<ToGameWorker>) => {
  handle(data).catch((error: unknown) => {
    post({ type: 'trouble', message: error instanceof Error ? error.message : String(error) })
  })
})

async function handle(message: ToGameWorker): Promise<void> {
  switch (message.type) {
    case 'files':
      files = message
      generation += 1
      mutantsRun += 1
      return follow(generation, message.files, message.revision)
    case 'resume':
      if (message.table !== undefined) session.table.adopt(message.table)
      for (const id of message.stuck) stuck.add(id)
      return undefined
    case 'restart': {
      session.table.restart(message.wish)
      hosted = undefined
      const { version } = session
      return version === undefined ? undefined : showTable(version, () => false, performance.now())
    }
    case 'mutants':
      mutantsRun += 1
      return message.run ? testMutants(mutantsRun) : undefined
    case 'ask':
      post({ type: 'answer', id: message.id, answer: answer(message) })
      return undefined
  }
}

/** The examples that didn't end, in the worker before this one. */
const stuck = new Set<string>()

/** Builds files, then shows the table, the rulebook and the examples. Newer files end it. */
async function follow(own: number, now: Files, revision: number): Promise<void> {
  const isStale = (): boolean => own !== generation
  const start = performance.now()
  const result = await inSlices(session.update(now, revision), isStale)
  if (result === undefined || isStale()) return
  if (!('version' in result)) {
    post({ type: 'failed', ...result })
    return
  }
  const { version } = result
  for (const id of stuck) session.examples.giveUp(id)
  stuck.clear()
  await showTable(version, isStale, start)
  if (isStale()) return
  post({ type: 'built', revision, files: now, book: version.book() })
  await runExamples(version, isStale)
}

async function showTable(version: GameVersion, isStale: () => boolean, start: number): Promise<void> {
  const before = hosted
  const { game, scene, revision } = version
  // The page draws and words the game. Policies play here.
  const def = before?.game.def === game.def ? undefined : withoutPolicies(game.def)
  const show = (table: TableNote, transfer: Transferable[] = []): void => {
    hosted = version
    const ms = performance.now() - start
    const { fingerprint } = game
    post({ type: 'table', revision, ms, fingerprint, def, scene, table }, transfer)
  }
  if (before !== undefined && def === undefined && before.scene === scene) {
    show({ change: 'none' })
    return
  }
  if (before !== undefined && def === undefined && hasSameValues(before, version)) {
    show({ change: 'look' })
    return
  }
  const replay = await inSlices(session.table.replay(version), isStale)
  if (replay === undefined) return
  endTable()
  const { port1, port2 } = new MessageChannel()
  endTable = await hostTable(replay.options, port2)
  const agents = Object.fromEntries(game.def.seats.map(({ id }) => [id, defaultAgent(game, id)]))
  show({ change: 'replayed', note: replay.note, port: port1, agents }, [port1])
}

/** Whether the table computes the same values for both. */
const hasSameValues = (one: GameVersion, other: GameVersion): boolean =>
  JSON.stringify([one.scene.values, one.scene.seatValues, one.scene.spaceValues]) ===
  JSON.stringify([other.scene.values, other.scene.seatValues, other.scene.spaceValues])

async function runExamples({ revision, game }: GameVersion, isStale: () => boolean): Promise<void> {
  const { examples } = session
  const start = performance.now()
  let reported = start
  const report = (isDone: boolean): void => {
    reported = performance.now()
    post({ type: 'examples', revision, entries: examples.entries, isDone, ms: reported - start })
  }
  const done = await inSlices(runToEnd(revision), isStale, () => {
    if (performance.now() - reported > REPORT_MS) report(false)
  })
  if (done === undefined || isStale()) return
  report(true)
  post({ type: 'coverage', revision, coverage: coverageNote(game.def, examples.coverage()) })
}

/** Pauses after each example, never between the message that it starts and its end: the page measures that time. */
function* runToEnd(revision: number): Generator<void, true, void> {
  for (const step of session.examples.run())
    if ('starts' in step) post({ type: 'starts', revision, example: step.starts })
    else {
      post({ type: 'ends' })
      yield
    }
  return true
}

async function testMutants(own: number): Promise<void> {
  const { version } = session
  if (version === undefined) return
  const { revision, game } = version
  const survivors: MutantNote[] = []
  let last = { done: 0, all: 0, noticed: 0 }
  let reported = 0
  const report = (state: MutantsNote['state'], why = ''): void => {
    reported = performance.now()
    post({ type: 'mutants', revision, mutants: { ...last, survivors: [...survivors], state, why } })
  }
  report('running')
  const isStale = (): boolean => own !== mutantsRun
  try {
    const steps = mutationSteps(game)
    const done = await inSlices(withEnd(steps), isStale, ({ mutation, done: count, all }) => {
      const isNoticed = mutation?.outcome === 'noticed' || mutation?.outcome === 'unlinkable'
      last = { done: count, all, noticed: last.noticed + (isNoticed ? 1 : 0) }
      if (mutation !== undefined && !isNoticed) survivors.push(mutantText(mutation))
      if (performance.now() - reported > REPORT_MS) report('running')
    })
    report(done === undefined ? 'stopped' : 'done')
  } catch (error) {
    if (!(error instanceof LinkError)) throw error
    report('impossible', error.message)
  }
}

function* withEnd<Y>(steps: Generator<Y, void, void>): Generator<Y, true, void> {
  yield* steps
  return true
}

function answer(message: DeskAsk): DeskAnswer {
  const { version, table, examples } = session
  switch (message.ask) {
    case 'view-example':
      return { is: 'view', view: viewExample(session, message.example) }
    case 'draft-example': {
      const { played } = table
      if (version === undefined || played === undefined)
        return { is: 'draft', draft: { problem: 'There is no game at the table yet.' } }
      return { is: 'draft', draft: draftExample(version.game, played) }
    }
    case 'find-question': {
      const game = version === undefined ? undefined : findQuestion(version.game, message.lines)
      return game === undefined ? { is: 'nothing' } : { is: 'game', game }
    }
    case 'name-now': {
      const { played } = table
      if (hosted === undefined || played === undefined) return { is: 'nothing' }
      const state = position.after(hosted.game, played)
      const text = nameNow(hosted, state, message.valued, message.viewer)
      return text === undefined ? { is: 'nothing' } : { is: 'now', text }
    }
    case 'start-board': {
      const board = startBoard(message.files)
      return board === undefined ? { is: 'nothing' } : { is: 'board', board }
    }
    case 'map-handles':
      return { is: 'handles', handles: mapHandles(files?.files ?? {}) }
    case 'module': {
      if (version === undefined) return { is: 'nothing' }
      const { game, scene } = version
      const seats = game.def.seats.map(({ id }, i) => [id, i === 0 ? 'me' : defaultAgent(game, id)])
      return {
        is: 'module',
        fingerprint: game.fingerprint,
        title: game.def.title,
        files: {
          'rules.json': JSON.stringify(game.def),
          'scene.json': JSON.stringify(scene),
          'book.json': JSON.stringify(version.book()),
          'game.js': moduleText(game, scene),
        },
        seats: Object.fromEntries(seats),
      }
    }
    case 'insert-example':
      return { is: 'inserted', ...insertExample(files?.files ?? {}, examples.cases, message) }
  }
}
