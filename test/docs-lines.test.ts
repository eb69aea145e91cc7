import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { closeAgents, loadAgents } from '@ludoforge/agents/node'
import { linesSchema } from '@ludoforge/agents/shapes'
import { simulate } from '@ludoforge/sim'
import { expect, test } from 'vitest'
import { gameOf } from './support/games.js'
import { bad } from './support/bots/python.js'

const PAGE = 'docs/line-protocol.md'
const SCHEMA = 'packages/agents/schema/lines.schema.json'
const BLOCK = /(```text\n)([<>] [\s\S]*?)(```)/g

const LOOKING_AHEAD = 'what the bot asks'

/** The first line of each kind in a game, with its answer, and all that the bot asks. */
function samples(lines: readonly string[]): Map<string, string> {
  const found = new Map<string, string>()
  const asked = lines.flatMap((line, i) => (/^< .*"ask"/.test(line) ? [`${line}\n${lines[i + 1]}\n`] : []))
  found.set(LOOKING_AHEAD, asked.join(''))
  const others = lines.filter((line, i) => ![line, lines[i - 1]].some((one = '') => /^< .*"ask"/.test(one)))
  others.forEach((line, i) => {
    if (!line.startsWith('> ')) return
    const { ask, tell } = JSON.parse(line.slice(2)) as { ask?: string; tell?: string }
    const name = ask ?? tell ?? ''
    if (found.has(name)) return
    found.set(name, ask === undefined ? `${line}\n` : `${line}\n${others[i + 1]}\n`)
  })
  return found
}

// LUDOFORGE_WRITE_DOCS=1 rewrites them.
test('the lines in the docs are those of a real game', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ludoforge-lines-'))
  const spec = bad('shown', path.join(folder, 'said'))
  await loadAgents([spec])
  const game = await gameOf('tic-tac-toe')
  await simulate({ game, games: 1, agents: [spec, 'random'], seed: 1, jobs: 1 })
  await closeAgents()
  const said = samples(readFileSync(path.join(folder, 'said'), 'utf8').trimEnd().split('\n'))
  rmSync(folder, { recursive: true })
  const page = readFileSync(PAGE, 'utf8')
  const names: string[] = []
  const now = page.replaceAll(BLOCK, (_, begin: string, lines: string, end: string) => {
    const { ask, tell } = JSON.parse(lines.split('\n')[0]?.slice(2) ?? '') as { ask?: string; tell?: string }
    names.push(lines.startsWith('< ') ? LOOKING_AHEAD : (ask ?? tell ?? ''))
    return begin + (said.get(names.at(-1) ?? '') ?? '') + end
  })
  if (process.env['LUDOFORGE_WRITE_DOCS'] !== undefined) writeFileSync(PAGE, now)
  else expect(page).toBe(now)
  expect(names).toEqual(['hello', 'game', 'events', 'decide', LOOKING_AHEAD, 'end', 'quit'])
})

test('the JSON Schema of the lines is that of the code (else: npm run schema)', () => {
  expect(JSON.parse(readFileSync(SCHEMA, 'utf8'))).toEqual(JSON.parse(JSON.stringify(linesSchema())))
})
