/** The worker of a local table: it runs the kernel, the bots and the storage off the main thread. */
import { hostTable, indexedDbLog } from '@ludoforge/client'
import {
  currentSeats,
  DEFAULT_ABSENCE,
  judgePuzzle,
  logStorage,
  puzzleState,
  readSave,
  Refusal,
  reviewRuns,
  saveFile,
  seatsDeciding,
  type TableDocument,
  viewContextOf,
  wordsOf,
} from '@ludoforge/table'
import { type GameModule, loadModule, type ModuleGame } from '@ludoforge/play'
import { hostCoach } from './host-coach.js'
import type { TaskResult, Task } from './messages.js'

const ME = 'me'

addEventListener('message', ({ data, ports }: MessageEvent<Task>) => {
  runTask(data, ports[0]).then(
    (text) => postMessage({ type: 'done', text } satisfies TaskResult),
    (error: unknown) => {
      const message = error instanceof Error ? error.message : String(error)
      postMessage({ type: 'failed', message } satisfies TaskResult)
    },
  )
})

async function runTask(task: Task, port: MessagePort | undefined): Promise<string> {
  const storage = logStorage(indexedDbLog(task.id))
  switch (task.type) {
    case 'host': {
      const { id, module, scene, wish } = task
      if (port === undefined) throw new Error('The page sent no port to host the table on.')
      await hostTable({ id, module: await gameAt(module), scene, storage, ...wish }, port)
      return ''
    }
    case 'export': {
      const stored = await storage.load()
      if (stored === undefined) throw new Error('This browser has no such table. It may have been deleted.')
      const seats = Object.entries(currentSeats(stored)).map(([seat, player]) =>
        player === ME ? { seat } : { seat, agent: player },
      )
      return saveFile(await gameAt(task.module), stored.beginning, seats, stored.entries)
    }
    case 'review': {
      const report = (share: number): void => postMessage({ type: 'progress', share } satisfies TaskResult)
      return JSON.stringify(await reviewRuns(await gameAt(task.module), task.runs, report))
    }
    case 'coach': {
      if (port === undefined) throw new Error('The page sent no port to think for.')
      const { scene } = task
      const module = await gameAt(task.module)
      hostCoach({ ...viewContextOf({ module, scene }), words: wordsOf(module.def, scene) }, port)
      return ''
    }
    case 'puzzle':
      return JSON.stringify(puzzleState(await gameAt(task.module), task.puzzle))
    case 'judge':
      return JSON.stringify(await judgePuzzle(await gameAt(task.module), task.puzzle, task.choices))
    case 'import': {
      const { id, games, text, name } = task
      const save = await readSave(text, (fingerprint) => gameAt(`${games}${fingerprint}/game.js`))
      const { game, beginning, seats, entries, position } = save
      const { def, fingerprint } = game
      const now = Date.now()
      const outcome = game.outcome(position.state)
      const document: TableDocument = {
        id,
        name,
        game: { id: def.id, title: def.title, fingerprint },
        scenario: beginning.scenario ?? '',
        options: { ...beginning.options },
        seats: seats.map(({ seat, agent }) =>
          agent === undefined ? { seat, kind: 'person', person: ME } : { seat, kind: 'bot', agent },
        ),
        listed: false,
        uploaded: true,
        disclosed: false,
        absence: DEFAULT_ABSENCE,
        created: now,
        changed: now,
        number: position.number,
        deciding: seatsDeciding(game, position),
        ...(outcome === undefined ? {} : { outcome }),
      }
      const players = Object.fromEntries(seats.map(({ seat, agent = ME }) => [seat, agent]))
      const stored = { game: document.game, beginning, name, seats: players, created: now, entries: [] }
      await storage.begin(stored, document)
      await storage.add(entries, document)
      return fingerprint
    }
  }
}

const games = new Map<string, Promise<ModuleGame>>()

/** Returns the game at an address. It is loaded once. */
function gameAt(address: string): Promise<ModuleGame> {
  const known = games.get(address) ?? importGame(address)
  games.set(address, known)
  return known
}

/** Imports the game's module, which needs no `eval`. */
async function importGame(address: string): Promise<ModuleGame> {
  const { module }: { readonly module: GameModule } = await import(/* @vite-ignore */ address).catch(() => {
    throw new Refusal('not-found', 'Can’t load the rules of this table. Check your connection and try again.')
  })
  return loadModule(module)
}
