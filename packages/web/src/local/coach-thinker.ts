import type { CoachThinker } from '@ludoforge/client'
import type { JudgeRequest, NamedScene, Suggestion, TurnRequest, TurnVerdict } from '@ludoforge/table'
import type { CoachAnswer } from './coach-messages.js'
import { moduleAt, newWorker, runIn } from './index.js'

interface Waiting {
  readonly settle: (result: Suggestion | TurnVerdict | undefined) => void
  readonly fail: (error: Error) => void
}

/** Thinks about turns in a worker of its own, so that page and table go on. `close` ends it. */
export async function workerThinker(
  fingerprint: string,
  scene: NamedScene,
): Promise<CoachThinker & { readonly close: () => void }> {
  const { port1, port2 } = new MessageChannel()
  const { names, many, short, hide, values, seatValues, spaceValues } = scene
  const worker = newWorker()
  await runIn(
    worker,
    {
      type: 'coach',
      id: 'coach',
      module: moduleAt(fingerprint),
      scene: { names, many, short, hide, values, seatValues, spaceValues },
    },
    port2,
  )
  const waiting = new Map<number, Waiting>()
  let last = 0
  port1.addEventListener('message', ({ data }: MessageEvent<CoachAnswer>) => {
    const found = waiting.get(data.id)
    waiting.delete(data.id)
    if ('problem' in data) found?.fail(new Error(data.problem))
    else found?.settle(data.result)
  })
  port1.start()
  function ask(what: 'suggest', turn: TurnRequest): Promise<Suggestion | undefined>
  function ask(what: 'judge', turn: JudgeRequest): Promise<TurnVerdict>
  function ask(what: 'suggest' | 'judge', turn: TurnRequest | JudgeRequest): Promise<unknown> {
    last += 1
    const id = last
    return new Promise((settle, fail) => {
      waiting.set(id, { settle, fail })
      port1.postMessage({ id, ask: what, turn })
    })
  }
  return {
    suggest: (turn) => ask('suggest', turn),
    judge: (turn) => ask('judge', turn),
    close: () => {
      port1.close()
      worker.terminate()
    },
  }
}
