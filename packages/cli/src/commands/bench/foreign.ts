import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { fromJson } from '@ludoforge/kernel'

const FOLDER = path.join('bench', 'boardgame.io')

/** The folder of the foreign benchmark; undefined outside a checkout. */
function folder(): string | undefined {
  let dir = path.dirname(fileURLToPath(import.meta.url))
  for (let up = 0; up < 6; up += 1) {
    const place = path.join(dir, FOLDER)
    if (existsSync(path.join(place, 'run.mjs'))) return place
    dir = path.dirname(dir)
  }
  return undefined
}

export type Foreign = { readonly perSecond: number } | { readonly missing: string }

/** Decisions a second of boardgame.io, in a process of its own; or how to install it. */
export function measureForeign(seconds: number): Foreign {
  const place = folder()
  if (place === undefined) return { missing: 'it is only part of the source checkout' }
  if (!existsSync(path.join(place, 'node_modules', 'boardgame.io'))) {
    return { missing: `not installed; to compare: npm install --prefix ${path.relative('.', place) || '.'}` }
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
