import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { run } from '../src/program.js'
import { type FileChange, watchFiles } from '../src/watch/watch-files.js'
import { type TextTerminal, textTerminal, typedTerminal } from './terminal.js'

const RULES = `# Count

\`\`\`yaml
game: {id: count, title: Count}
seats: {ann: Ann, ben: Ben}
seat-variables: {coins: {range: 0..99, start: 0}}
\`\`\`

\`\`\`rules
play
  repeat up to 8 times, seats in turn
    choose number from 1..5 "How many coins?"
    add number to coins of actor
  rank seats by coins of it, "all turns are over"
\`\`\`

\`\`\`example
A seat takes coins
  given the start
  when ann chooses 3
  then coins of ann = 3
\`\`\`
`

let folder = ''
let game = ''
const rules = () => path.join(game, 'rules.md')
const change = (before: string, after: string) =>
  writeFileSync(rules(), readFileSync(rules(), 'utf8').replace(before, after))

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ludoforge-watch-'))
  game = path.join(folder, 'count')
  mkdirSync(game)
  writeFileSync(rules(), RULES)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function until(holds: () => boolean, what: () => string): Promise<void> {
  for (let ms = 0; ms < 120_000; ms += 20) {
    if (holds()) return
    await new Promise((resolve) => {
      setTimeout(resolve, 20)
    })
  }
  throw new Error(`It didn't happen: ${what()}`)
}

/** A terminal that can be interrupted. */
function interruptible<Kind extends TextTerminal>(terminal: Kind): Kind & { readonly interrupt: () => void } {
  const callbacks = new Set<() => void>()
  return {
    ...terminal,
    onInterrupt: (callback: () => void) => {
      callbacks.add(callback)
      return () => callbacks.delete(callback)
    },
    interrupt: () => {
      for (const callback of callbacks) callback()
    },
  }
}

const waits = (terminal: TextTerminal) =>
  terminal.errors.filter((line) => line.startsWith('Waiting for a change')).length
const seen = (terminal: TextTerminal) => () => [...terminal.written, ...terminal.errors].join('\n')

describe('watched files', () => {
  it('are reported once they have settled, with what happened to them', async () => {
    const reports: (readonly FileChange[])[] = []
    const stop = watchFiles([folder], async (changes) => void reports.push(changes), 30)
    try {
      writeFileSync(rules(), `${RULES}\n`)
      mkdirSync(path.join(game, 'look'))
      writeFileSync(path.join(game, 'look/board.yaml'), 'a: 1')
      writeFileSync(path.join(game, '.hidden'), 'x')
      const all = () => reports.flat().map(({ file, how }) => `${path.relative(game, file)} ${how}`)
      await until(
        () => all().length >= 2,
        () => all().join(),
      )
      expect(all().toSorted()).toEqual(['look/board.yaml new', 'rules.md changed'])
      rmSync(path.join(game, 'look'), { recursive: true })
      await until(
        () => all().length >= 3,
        () => all().join(),
      )
      expect(all().at(-1)).toBe('look/board.yaml gone')
    } finally {
      stop()
    }
  })
})

it('a folder with links in a circle is watched', async () => {
  symlinkSync(folder, path.join(game, 'up'))
  symlinkSync(path.join(game, 'itself.md'), path.join(game, 'itself.md'))
  const told: FileChange[] = []
  const stop = watchFiles([game], async (changes) => void told.push(...changes), 20)
  change('Count', 'Number')
  await until(
    () => told.length > 0,
    () => 'a change',
  )
  stop()
  expect(told).toEqual([{ file: rules(), how: 'changed' }])
})

describe('check and test --watch', () => {
  it('check runs again after each change, also after errors, until it is interrupted', async () => {
    const terminal = interruptible(textTerminal())
    const ended = run(['check', game, '--watch'], terminal)
    await until(() => waits(terminal) === 1, seen(terminal))
    expect(terminal.text()).toContain('ok ')
    change('add number', 'ad number')
    await until(() => waits(terminal) === 2, seen(terminal))
    expect(terminal.text()).toMatch(/\d\d:\d\d:\d\d .*rules\.md changed/)
    expect(terminal.text()).toContain('FAIL')
    change('ad number', 'add number')
    await until(() => waits(terminal) === 3, seen(terminal))
    expect(terminal.written.at(-1)).toContain('ok ')
    terminal.interrupt()
    expect(await ended).toBe(0)
  })

  it('test reports errors of the rules, and runs the examples again', async () => {
    const terminal = interruptible(textTerminal())
    const ended = run(['test', game, '--watch'], terminal)
    await until(() => waits(terminal) === 1, seen(terminal))
    expect(terminal.written.at(-1)).toBe('1 passed, 0 failed')
    change('coins of ann = 3', 'coins of ann = 4')
    await until(() => waits(terminal) === 2, seen(terminal))
    expect(terminal.written.at(-1)).toBe('0 passed, 1 failed')
    change('repeat up to', 'repeat upto')
    await until(() => waits(terminal) === 3, seen(terminal))
    expect(terminal.errors.join('\n')).toContain('rules.md:11')
    terminal.interrupt()
    expect(await ended).toBe(0)
  })

  it('a game that does not exist is an error, not something to wait for', async () => {
    expect(await run(['check', path.join(folder, 'none'), '--watch'], textTerminal())).toBe(2)
  })
})

describe('play --watch', () => {
  const start = (terminal: TextTerminal) =>
    run(['play', game, '--watch', '--seed', '1', '--seat', 'ann=human', '--seat', 'ben=human'], terminal)

  it('continues the game with the new rules, as far as the decisions are legal', async () => {
    const terminal = interruptible(typedTerminal())
    const ended = start(terminal)
    await terminal.type('4')
    await terminal.type('2')
    await terminal.type('5')
    change('How many coins?', 'How many shiny coins?')
    await until(() => terminal.text().includes('all 3 decisions are still legal'), seen(terminal))
    await terminal.type('1')
    change('from 1..5', 'from 1..4')
    await until(() => terminal.text().includes('The game continues from there.'), seen(terminal))
    expect(terminal.text()).toContain("Decision 3 of 4, by ann, isn't possible any more.")
    change('add number', 'ad number')
    await until(() => terminal.text().includes('continues with the rules before'), seen(terminal))
    await terminal.type('3')
    await terminal.type('quit')
    expect(await ended).toBe(0)
    expect(terminal.text()).toContain('How many shiny coins?')
  })

  it('saves nothing, and says so', async () => {
    const terminal = textTerminal(['1'])
    const code = await run(['play', game, '--watch', '--save', path.join(folder, 'a.save')], terminal)
    expect(code).toBe(2)
    expect(terminal.errors.join('\n')).toContain("--watch doesn't work with --save or --resume")
  })
})

interface TableAnswer {
  readonly table: { readonly id: string; readonly game: { readonly fingerprint: string } }
}

describe('serve --watch', () => {
  it('publishes a changed game, and running tables keep their rules', async () => {
    const terminal = interruptible(textTerminal())
    const ended = run(
      ['serve', game, '--port', '0', '--data', path.join(folder, 'data'), '--watch'],
      terminal,
    )
    try {
      await until(() => terminal.text().includes('Changed games are published again'), seen(terminal))
      const [, address = ''] = /running at (\S+)/.exec(terminal.text()) ?? []
      const games = async () =>
        (await (await fetch(`${address}/games/index.json`)).json()) as { fingerprint: string }[]
      const makeTable = async (): Promise<TableAnswer> => {
        const body = JSON.stringify({ game: 'count', you: 'Ann', seats: { ann: 'me', ben: 'me' } })
        const headers = { 'content-type': 'application/json' }
        return (await fetch(`${address}/api/tables`, { method: 'POST', headers, body })).json() as never
      }
      const readTable = async (id: string): Promise<TableAnswer['table']> =>
        (await fetch(`${address}/api/tables/${id}`)).json() as never
      const [before] = await games()
      const { table } = await makeTable()
      change('1..5', '1..6')
      await until(() => terminal.text().includes('Count: new tables use the new rules.'), seen(terminal))
      const [after] = await games()
      expect(after?.fingerprint).not.toBe(before?.fingerprint)
      expect((await readTable(table.id)).game.fingerprint).toBe(before?.fingerprint)
      expect((await makeTable()).table.game.fingerprint).toBe(after?.fingerprint)
      change('add number', 'ad number')
      await until(
        () => terminal.errors.join('\n').includes('New tables get the version before.'),
        seen(terminal),
      )
      expect((await games())[0]?.fingerprint).toBe(after?.fingerprint)
    } finally {
      terminal.interrupt()
    }
    expect(await ended).toBe(0)
  })
})
