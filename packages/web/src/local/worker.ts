/** Plays a table of this browser, away from the page: the kernel, the bots and the keeping of the table are here. */
import { hostTable, indexedDbLog } from '@ludoforge/client'
import { logStorage, readSave, Refusal, saveFile, seatsDeciding, type TableDocument } from '@ludoforge/table'
import { type GameModule, loadModule, type ModuleGame } from '@ludoforge/play'
import type { Answer, Task } from './tasks.js'

const ME = 'me'

addEventListener('message', ({ data, ports }: MessageEvent<Task>) => {
  carryOut(data, ports[0]).then(
    (text) => postMessage({ type: 'done', text } satisfies Answer),
    (error: unknown) => {
      const message = error instanceof Error ? error.message : String(error)
      postMessage({ type: 'failed', message } satisfies Answer)
    },
  )
})

async function carryOut(task: Task, port: MessagePort | undefined): Promise<string> {
  const keeper = logStorage(indexedDbLog(task.id))
  switch (task.type) {
    case 'host': {
      const { id, module, scene, wish } = task
      if (port === undefined) throw new Error('There is no way to the page.')
      await hostTable({ id, module: await gameAt(module), scene, storage: keeper, ...wish }, port)
      return ''
    }
    case 'export': {
      const kept = await keeper.load()
      if (kept === undefined) throw new Error('There is no such table in this browser.')
      const seats = Object.entries(kept.seats).map(([seat, who]) =>
        who === ME ? { seat } : { seat, agent: who },
      )
      return saveFile(await gameAt(task.module), kept.beginning, seats, kept.entries)
    }
    case 'import': {
      const { id, games, text, name } = task
      const save = await readSave(text, (fingerprint) => gameAt(`${games}${fingerprint}/game.js`))
      const { game, beginning, seats, entries, position } = save
      const { def, fingerprint } = game
      const now = Date.now()
      const outcome = game.outcome(position.state)
      const stands: TableDocument = {
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
        created: now,
        changed: now,
        number: position.number,
        deciding: seatsDeciding(game, position),
        ...(outcome === undefined ? {} : { outcome }),
      }
      const sitting = Object.fromEntries(seats.map(({ seat, agent = ME }) => [seat, agent]))
      const kept = { game: stands.game, beginning, name, seats: sitting, created: now, entries: [] }
      await keeper.begin(kept, stands)
      await keeper.add(entries, stands)
      return fingerprint
    }
  }
}

/** The game as the module has it: no code is made from text. */
async function gameAt(address: string): Promise<ModuleGame> {
  const { module }: { readonly module: GameModule } = await import(/* @vite-ignore */ address).catch(() => {
    throw new Refusal('not-found', 'The rules of this table are not here, and cannot be loaded now.')
  })
  return loadModule(module)
}
