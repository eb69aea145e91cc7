import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { fromJson } from '@ludoforge/kernel'

const FOLDER = path.join('bench', 'boardgame.io')

/** The folder of the boardgame.io benchmark. Returns `undefined` outside a checkout. */
function folder(): string | undefined {
  let dir = path.dirname(fileURLToPath(import.meta.url))
  for (let up = 0; up < 6; up += 1) {
    const candidate = path.join(dir, FOLDER)
    if (existsSync(path.join(candidate, 'run.mjs'))) return candidate
    dir = path.dirname(dir)
  }
  return undefined
}

export type Foreign = { readonly perSecond: number } | { readonly missing: string }

/** Measures boardgame.io in a separate process. If it is missing, returns how to install it. */
export function measureBoardgameIo(seconds: number): Foreign {
  const place = folder()
  if (place === undefined) return { missing: 'only in a source checkout' }
  if (!existsSync(path.join(place, 'node_modules', 'boardgame.io'))) {
    return {
      missing: `not installed. To compare, run: npm install --prefix ${path.relative('.', place) || '.'}`,
    }
  }
  const { stdout, status, stderr } = spawnSync(
    process.execPath,
    [path.join(place, 'run.mjs'), String(seconds)],
    {
      encoding: 'utf8',
    },
  )
  if (status !== 0) return { missing: `it failed: ${stderr.trim().split('\n')[0] ?? ''}` }
  const { decisions, seconds: took } = fromJson<{ decisions: number; seconds: number }>(stdout)
  return { perSecond: Math.round(decisions / took) }
}
