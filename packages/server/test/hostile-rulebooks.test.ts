/** Rulebooks of strangers that try to do harm. What a thread runs for them, this process survives; and threads have limits. */
import { readFileSync } from 'node:fs'
import { Session } from 'node:inspector'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { isPrintable } from '@ludoforge/kernel'
import { type ProjectCheck, Refusal } from '@ludoforge/table'
import { describe, expect, it } from 'vitest'
import { checkProject } from '../src/projects/check-project.js'
import { Sandbox } from '../src/projects/index.js'

const here = path.dirname(fileURLToPath(import.meta.url))
const GRID = readFileSync(path.join(here, '../../desk/templates/grid/rules.md'), 'utf8')

/** A small game with these rules and further data. */
function book(rules: string, data = '', prose = ''): string {
  return `# Small

${prose}

\`\`\`yaml
game: {id: small, title: Small}
seats: {north: North, south: South}
zones: {field: {}, box: {}}
variables: {n: {range: 0..1000000, start: 0}}
${data}
\`\`\`

\`\`\`rules
${rules}
\`\`\`
`
}

const check = (rules: string): ProjectCheck => checkProject({ 'rules.md': rules })

/** Checks that a rulebook is answered by problems, or works: in words that are safe to print. */
function settled(rules: string): ProjectCheck {
  const result = check(rules)
  for (const { message } of result.problems) {
    expect(isPrintable(message)).toBe(true)
    expect(message.length).toBeLessThan(500)
    expect(message).not.toMatch(/\n\s+at |node:|\/packages\//) // no stack
  }
  return result
}

it('an honest game passes, with the decisions of a game', () => {
  const { problems, decisions, fingerprint } = check(GRID)
  expect(problems).toEqual([])
  expect(decisions).toBeGreaterThan(1)
  expect(fingerprint).toMatch(/^\w+$/)
})

describe('endless rules end', () => {
  it.each([
    [
      'a loop',
      'play\n  repeat up to 1000000 times\n    repeat up to 1000000 times\n      set n to n + 0\n  draw',
    ],
    ['a rule that calls itself', 'play\n  do again\n  draw\n\nprocedure again\n  do again'],
    [
      'two that call each other',
      'play\n  set n to a(1)\n  draw\n\nvalue a(x: number) = b(x)\nvalue b(x: number) = a(x)',
    ],
    [
      'a list that doubles',
      'play\n  let l = collect(1..1000, it)\n  repeat up to 60 times\n    set l to join(l, l)\n  draw',
    ],
  ])('%s', (_, rules) => {
    const { problems } = settled(book(rules))
    expect(problems).not.toEqual([])
  })

  it('a game without an end is played for a while', () => {
    const { problems, decisions } = settled(
      book('play\n  repeat up to 1000000 times, seats in turn\n    choose x from 0..1 "Which?"\n  draw'),
    )
    expect([problems, decisions]).toEqual([[], 500])
  })
})

describe('what grows exponentially is refused', () => {
  it('in expressions', () => {
    let text = 'true'
    for (let i = 0; i < 30; i += 1) text = `(pick(${text}) is north or south)`
    const { problems } = settled(
      book(`play\n  if ${text}\n    set n to 1\n  draw\n\nvalue pick(a: flag) = if a then north else south`),
    )
    expect(problems.map(({ message }) => message)).toEqual(['This expression is too large.'])
  })

  it('in functions that call two each', () => {
    const values = Array.from(
      { length: 40 },
      (_, i) => `value v${i} = ${i === 0 ? '1' : `v${i - 1} + v${i - 1}`}`,
    )
    const { problems } = settled(book(`play\n  set n to v39\n  draw\n\n${values.join('\n')}`))
    expect(problems).not.toEqual([])
  })

  it('in YAML, by aliases of aliases', () => {
    const lines = Array.from({ length: 30 }, (_, i) =>
      i === 0
        ? 'a0: &a0 [x, x, x, x, x, x, x, x, x]'
        : `a${i}: &a${i} [${Array.from({ length: 9 }, () => `*a${i - 1}`).join(', ')}]`,
    )
    const { problems } = settled(book('play\n  draw', lines.join('\n')))
    expect(problems).not.toEqual([])
  })
})

describe('sheer size ends in an answer', () => {
  it.each([
    [
      '100,000 names',
      book(
        'play\n  draw',
        `zones-of-mine: {${Array.from({ length: 100_000 }, (_, i) => `z${i}: {}`).join(', ')}}`,
      ),
    ],
    [
      '100,000 zones',
      book('play\n  draw').replace(
        'field: {}',
        Array.from({ length: 50_000 }, (_, i) => `z${i}: {}`).join(', '),
      ),
    ],
    [
      '100,000 rules',
      book(`play\n  draw\n\n${Array.from({ length: 30_000 }, (_, i) => `value v${i} = ${i}`).join('\n')}`),
    ],
    ['a long text', book('play\n  draw', '', 'word '.repeat(200_000))],
    ['a long line', book(`play\n  set n to ${'1 + '.repeat(100_000)}1\n  draw`)],
    ['a long name', book(`play\n  set ${'x'.repeat(500_000)} to 1\n  draw`)],
    ['deep YAML', book('play\n  draw', `deep: ${'['.repeat(50_000)}${']'.repeat(50_000)}`)],
    ['deep brackets', book(`play\n  set n to ${'('.repeat(50_000)}1${')'.repeat(50_000)}\n  draw`)],
    ['deep quotes', `${'> '.repeat(20_000)}x\n\n${book('play\n  draw')}`],
    ['many open fences', '```rules\n'.repeat(50_000)],
    ['a million line breaks', `${'\n'.repeat(1_000_000)}${book('play\n  draw')}`],
  ])('%s', (_, rules) => {
    settled(rules)
  })
})

/** Names that mean something to JavaScript. */
const NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  '__defineGetter__',
]
NAMES.push(
  'process',
  'globalThis',
  'eval',
  'Function',
  'import',
  'this',
  'return',
  'await',
  'arguments',
  'undefined',
)

describe('names of JavaScript are names or errors', () => {
  it.each(NAMES)('%s', (name) => {
    const data = `types: {${name}: {count: 2}}\nenumerations: {colours: [${name}, red]}`
    const everywhere = book(`play\n  do ${name}\n  draw\n\nprocedure ${name}\n  set n to n + 1`, data)
    for (const text of [
      everywhere,
      everywhere.replace('north: North', `${name}: ${name}`),
      everywhere.replace('field: {}', `${name}: {}`),
      everywhere.replace('{n: {', `{${name}: {`),
      everywhere.replace('id: small', `id: ${name}`),
      GRID.replaceAll('stone', name),
    ])
      settled(text)
    expect(Object.keys(Object.prototype)).toEqual([])
  })
})

describe('no text becomes code', () => {
  const CODE = [
    '"+process.exit(7)+"',
    "'+process.exit(7)+'",
    '`${process.exit(7)}`',
    '\\u0022;process.exit(7)//',
    '*/process.exit(7)/*',
    '\u2028process.exit(7)\u2029',
    '</script><script>process.exit(7)</script>',
    ']};process.exit(7);({[',
  ]
  it.each(CODE)('%j', (code) => {
    const quoted = `'${code.replaceAll("'", "''")}'`
    settled(book('play\n  draw').replace('title: Small', `title: ${quoted}`))
    settled(book('play\n  draw').replace('north: North', `north: ${quoted}`))
    settled(book('play\n  draw').replace('north: North', `${quoted}: North`))
    settled(book(`play\n  choose x from 0..1 ${JSON.stringify(code)}\n  draw`))
    settled(book(`play\n  set n to ${code}\n  draw`))
  })

  it.each(['\u001B[2J', '\u0007', '\u0000', '\u009B31m', '\u202E', '\uFEFF', '\uD800'])(
    'control characters don’t reach a terminal: %j',
    (character) => {
      for (const text of [
        book('play\n  draw').replace('title: Small', `title: "Sm${character}all"`),
        book('play\n  draw').replace('north: North', `no${character}rth: North`),
        book(`play\n  set n${character} to 1\n  draw`),
        book(`play\n  choose x from 0..1 "Wh${character}ich?"\n  draw`),
        book('play\n  draw', '', `pro${character}se`),
      ])
        settled(text)
    },
  )
})

/** Evaluates an expression in the next thread that runs a file. Threads of other files may still be there. */
function inThreadOf(file: string, expression: string): Promise<unknown> {
  const session = new Session()
  session.connect()
  const send = (sessionId: string, id: number, method: string, params = {}): void =>
    session.post('NodeWorker.sendMessageToWorker', {
      sessionId,
      message: JSON.stringify({ id, method, params }),
    })
  return new Promise((resolve) => {
    session.on('NodeWorker.attachedToWorker', ({ params: { sessionId, workerInfo } }) => {
      if (workerInfo.url.includes(file))
        send(sessionId, 1, 'Runtime.evaluate', { expression, returnByValue: true })
      send(sessionId, 2, 'Runtime.runIfWaitingForDebugger')
    })
    session.on('NodeWorker.receivedMessageFromWorker', ({ params: { message } }) => {
      const { id, result } = JSON.parse(message) as { id?: number; result?: { result?: { value?: unknown } } }
      if (id === 1) resolve(result?.result?.value)
    })
    session.post('NodeWorker.enable', { waitForDebuggerOnStart: true })
  }).finally(() => session.disconnect())
}

it('a thread that checks has no variable of the environment', async () => {
  const sandbox = new Sandbox()
  const variables = inThreadOf('project-worker.js', 'Object.keys(process.env).join()')
  const checking = sandbox.check({ 'rules.md': GRID })
  expect(await variables).toBe('')
  expect((await checking).problems).toEqual([])
  await sandbox.close()
})

describe('a limit', () => {
  it('isn’t reached by an honest game', async () => {
    const sandbox = new Sandbox()
    expect(await sandbox.check({ 'rules.md': GRID })).toEqual(check(GRID))
    await sandbox.close()
  })

  it('of time ends the thread', async () => {
    const rules = Array.from({ length: 60_000 }, (_, i) => `value v${i} = ${i} + v${i + 1}`).join('\n')
    const slow = new Sandbox({ ms: 50 })
    const { problems } = await slow.check({ 'rules.md': book(`play\n  draw\n\n${rules}`) })
    expect(problems).toEqual([
      { message: 'The check took longer than 0.05 s. Look for rules that repeat too often.' },
    ])
    await slow.close()
  })

  it('of memory ends the thread, not the server', async () => {
    const small = new Sandbox({ ms: 60_000, megabytes: 16 })
    const zones = Array.from(
      { length: 100_000 },
      (_, i) => `zone-number-${i}: {title: 'The zone ${i}'}`,
    ).join(', ')
    const { problems } = await small.check({ 'rules.md': book('play\n  draw').replace('field: {}', zones) })
    expect(problems).toEqual([{ message: 'The check needed more than 16 MB of memory.' }])
    await small.close()
  })

  it('of waiting checks refuses more', async () => {
    const full = new Sandbox({ waiting: 2 })
    const all = await Promise.allSettled(Array.from({ length: 6 }, () => full.check({ 'rules.md': GRID })))
    const statuses = all.map(({ status }) => status)
    expect(statuses.slice(0, 3)).toEqual(Array.from({ length: 3 }, () => 'fulfilled'))
    expect(statuses.slice(3)).toEqual(Array.from({ length: 3 }, () => 'rejected'))
    for (const one of all)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ name: 'Refusal', code: 'busy' })
    await full.close()
    await expect(full.check({ 'rules.md': GRID })).rejects.toBeInstanceOf(Refusal)
  })
})
