/** Malicious or damaged files and folders: the result is an error message, never a crash. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { isPrintable } from '@ludoforge/kernel'
import { afterAll, describe, expect, it } from 'vitest'
import { run } from '../packages/cli/src/program.js'
import { stripControls } from '../packages/cli/src/terminal/terminal.js'
import { textTerminal } from '../packages/cli/test/terminal.js'
import { COMMAND } from './support/run/command.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(path.join(tmpdir(), 'ludoforge-hostile-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function ludoforge(args: readonly string[], lines: readonly string[] | null = null) {
  const terminal = textTerminal(lines)
  const code = await run(args, terminal)
  const all = [...terminal.written, ...terminal.errors].join('\n')
  expect(all).not.toContain('bug in ludoforge')
  expect(isPrintable(all), JSON.stringify(all)).toBe(true)
  return { code, all }
}

const TINY = `\`\`\`yaml
game: {id: tiny, title: Tiny}
seats: [left, right]
spaces: {field: {}, hill: {}}
\`\`\`

\`\`\`rules
play
  choose place from spaces
  draw
\`\`\`
`

function gameFolder(name: string, text = TINY): string {
  const place = path.join(folder, name)
  mkdirSync(place, { recursive: true })
  writeFileSync(path.join(place, 'rules.md'), text)
  return place
}

function file(name: string, text: string): string {
  const place = path.join(folder, name)
  writeFileSync(place, text)
  return place
}

describe('a compiled game', () => {
  it.each([
    ['garbage', 'not json at all'],
    ['nothing', ''],
    ['a number', '7'],
    ['null', 'null'],
    ['an empty object', '{}'],
    ['an empty list', '[]'],
    ['a format alone', '{"format":"ludoforge-game/1"}'],
    ['a deep list', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['a title that a terminal obeys', '{"format":"ludoforge-game/1","title":"\\u001b]0;owned\\u0007"}'],
    ['a key that a terminal obeys', '{"\\u009b31m":1}'],
  ])('that is %s is refused with a message', async (name, text) => {
    const place = file(`${name.replaceAll(' ', '-')}.json`, text)
    for (const command of ['play', 'compile', 'check', 'sim'])
      expect((await ludoforge([command, place], [])).code).not.toBe(0)
  })

  it('that is a device is refused', async () => {
    const place = path.join(folder, 'endless.json')
    symlinkSync('/dev/zero', place)
    expect((await ludoforge(['check', place])).all).toMatch(/is a device or a pipe, not a compiled game/)
  })
})

describe('a folder', () => {
  const ESCAPE = '\u001B]0;owned\u0007'

  it.each([
    ['in a title', TINY.replace('Tiny', `"${ESCAPE}"`)],
    ['in a title, written as an escape of YAML', TINY.replace('Tiny', String.raw`"\e]0;owned\a"`)],
    ['in a key', TINY.replace('hill', `"${ESCAPE}"`)],
    ['in a prompt', TINY.replace('from spaces', `from spaces "${ESCAPE}"`)],
    ['in a rule', TINY.replace('draw', `draw ${ESCAPE}`)],
    ['in an unknown name', TINY.replace('from spaces', `from spa\u009Bces`)],
    ['that turns the writing round', TINY.replace('Tiny', '"\u202Eevil"')],
  ])('with a control character %s is refused, and the character is not printed', async (_, text) => {
    const place = gameFolder('escape', text)
    for (const command of ['check', 'play']) {
      const { code, all } = await ludoforge([command, place], ['1'])
      expect(code).toBe(1)
      expect(all).toMatch(/bad-character/)
    }
  })

  it('whose name has control characters is printed safely', async () => {
    const place = gameFolder(`evil${ESCAPE}`)
    expect((await ludoforge(['check', place])).all).toContain('evil␛]0;owned␇')
    expect((await ludoforge(['play', place], ['1'])).code).toBe(0)
    expect((await ludoforge(['play', `${place}-missing`], ['1'])).code).toBe(2)
  })

  it('whose look is a device, or has control characters, can still be played', async () => {
    const place = gameFolder('looking')
    mkdirSync(path.join(place, 'look'))
    const look = path.join(place, 'look', 'board.yaml')
    symlinkSync('/dev/zero', look)
    const endless = await ludoforge(['play', place, '--seed', '1'], ['1'])
    expect(endless.all).toMatch(/look\/board\.yaml is skipped: it isn't a file, or it is larger than 2 MB/)
    expect(endless.code).toBe(0)
    rmSync(look)
    const escapes = String.raw`abbreviations: "\e[2Jgone"` + '\n' + String.raw`"\e]0;x\a": 1` + '\n'
    writeFileSync(look, `${escapes}values: {"${ESCAPE}": "${ESCAPE}"}\n`)
    expect((await ludoforge(['play', place, '--seed', '1'], ['1'])).code).toBe(0)
    writeFileSync(look, String.raw`values: {T: "\e]0;x\a"}`)
    expect((await ludoforge(['play', place, '--seed', '1'], ['1'])).code).toBe(0)
  })

  it('whose look has an endless expression warns once, and can be played', async () => {
    const place = gameFolder('busy')
    mkdirSync(path.join(place, 'look'))
    // Each loop depends on all those around it, so that none of them is hoisted.
    const names = ['a', 'b', 'c', 'd']
    const value = `${names.map((name) => `sum(1..1000 as ${name}, `).join('')}${names.join(' + ')}${')'.repeat(4)}`
    writeFileSync(path.join(place, 'look', 'board.yaml'), `values: {Much: "${value}"}\n`)
    const { code, all } = await ludoforge(['play', place, '--seed', '1'], ['1'])
    expect(all.match(/does too much work in one step/g)).toHaveLength(1)
    expect(code).toBe(0)
  })
})

describe('a saved game', () => {
  const place = gameFolder('saved')

  async function saved(name: string, change: (header: Record<string, unknown>) => void): Promise<string> {
    const whole = path.join(folder, `${name}.save`)
    await ludoforge(['play', place, '--seed', '1', '--save', whole], ['q'])
    const [line = ''] = readFileSync(whole, 'utf8').split('\n')
    const { sum: _, ...header } = JSON.parse(line) as Record<string, unknown>
    change(header)
    return file(`${name}.save`, `${JSON.stringify(header)}\n`)
  }

  it.each<[string, (header: Record<string, unknown>) => void, RegExp]>([
    [
      'agent',
      (h) => void (h['seats'] = { left: 'human', right: 'zzz' }),
      /"zzz" plays right\. There is no agent "zzz"\. Known agents: random/,
    ],
    ['path', (h) => void (h['path'] = '/no/such/game'), /There is no game "\/no\/such\/game"/],
    ['nul', (h) => void (h['path'] = 'a\0b'), /is not a saved game/],
    ['escape', (h) => void (h['scenario'] = '\u001B[2J'), /is not a saved game/],
    ['scenario', (h) => void (h['scenario'] = 'zzz'), /There is no scenario 'zzz'/],
    ['option', (h) => void (h['options'] = { zzz: 1 }), /There is no option 'zzz'/],
    ['seat', (h) => void (h['seats'] = { zzz: 'random' }), /./],
  ])('with another %s in its header is refused with a message', async (name, change, message) => {
    const save = await saved(name, change)
    const { all } = await ludoforge(['play', '--resume', save], ['1'])
    expect(all).toMatch(message)
    await ludoforge(['replay', save])
  })
})

describe('the terminal', () => {
  it('gets colours, but no other control characters', () => {
    expect(stripControls('\u001B[31mred\u001B[39m \u001B]0;x\u0007\u001B[2J\r\u009B5m')).toBe(
      '\u001B[31mred\u001B[39m ␛]0;x␇␛[2J␍�5m',
    )
  })

  it.each([['--help'], ['check', 'games/tic-tac-toe'], ['compile', 'games/tic-tac-toe']])(
    'that is a full disk ends `%s` with a message',
    (...args) => {
      const { status, stderr } = spawnSync(process.execPath, [COMMAND, ...args], {
        cwd: root,
        encoding: 'utf8',
        stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
      })
      expect(stderr).toMatch(/^error: Can't write: .*no space left on the disk \(ENOSPC\)\.\n$/)
      expect(status).toBe(1)
    },
  )
})
