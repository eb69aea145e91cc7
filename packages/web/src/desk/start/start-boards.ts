/** The boards at the start of the templates. A worker of the desk builds them from the files that a new game gets. */
import { TEMPLATES } from '@ludoforge/desk'
import type { StartBoard } from '@ludoforge/desk/session'
import { useEffect, useState } from 'react'
import type { FromGameWorker, ToGameWorker } from '../game/messages.js'
import { templateFiles } from './templates.js'

/** By name. They never change while the page is open. */
const known = new Map<string, StartBoard>()

/** Returns the boards of the templates by name, one after the other as they are built. */
export function useStartBoards(): ReadonlyMap<string, StartBoard> {
  const [boards, setBoards] = useState<ReadonlyMap<string, StartBoard>>(() => new Map(known))
  useEffect(() => {
    const missing = TEMPLATES.filter(({ name }) => !known.has(name))
    if (missing.length === 0) return undefined
    const worker = new Worker(new URL('../game/desk-game-worker.ts', import.meta.url), { type: 'module' })
    let left = missing.length
    worker.addEventListener('message', ({ data }: MessageEvent<FromGameWorker>) => {
      if (data.type !== 'answer') return
      const name = missing[data.id]?.name
      if (name !== undefined && data.answer.is === 'board') known.set(name, data.answer.board)
      setBoards(new Map(known))
      left -= 1
      if (left === 0) worker.terminate()
    })
    const ask = (message: ToGameWorker): void => worker.postMessage(message)
    for (const [id, template] of missing.entries())
      void templateFiles(template).then((files) => ask({ type: 'ask', id, ask: 'start-board', files }))
    return () => worker.terminate()
  }, [])
  return boards
}
