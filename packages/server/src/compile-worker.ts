/** Worker thread that compiles games, smallest first, so that the server answers meanwhile. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { CompileError, loadGame, renderDiagnostics } from '@ludoforge/compiler'
import { effectTree } from '@ludoforge/effect-tree'
import { type PublishedGame, publish } from './published-game.js'

export type CompileResult =
  | { readonly place: string; readonly offered: PublishedGame }
  | { readonly place: string; readonly problem: string }

export interface CompileTask {
  readonly folders: readonly string[]
  /** Games that have the words of this language are compiled in it. */
  readonly language?: string | undefined
}

const { folders, language }: CompileTask = workerData
const games = folders.map((place) => ({ place, size: sizeOf(place) }))
for (const { place } of games.toSorted((a, b) => a.size - b.size)) {
  let compiled: CompileResult
  try {
    const folder = statSync(place).isDirectory() ? place : undefined
    const game = await loadGame(place, { dialects: [effectTree], ...languageOf(place) })
    compiled = { place, offered: await publish(game, folder) }
  } catch (error) {
    const problem =
      error instanceof CompileError
        ? renderDiagnostics(error.diagnostics, error.sources, { colour: false })
        : error instanceof Error
          ? error.message
          : String(error)
    compiled = { place, problem }
  }
  parentPort?.postMessage(compiled)
}

function languageOf(place: string): { readonly language?: string } {
  return language !== undefined && existsSync(path.join(place, 'words', `${language}.yaml`))
    ? { language }
    : {}
}

function sizeOf(place: string): number {
  if (!statSync(place).isDirectory()) return statSync(place).size
  const files = readdirSync(place, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
  return files.reduce((sum, file) => sum + statSync(path.join(file.parentPath, file.name)).size, 0)
}
