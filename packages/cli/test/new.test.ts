import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { loadGame } from '@ludoforge/compiler'
import { renamed, TEMPLATES } from '@ludoforge/desk'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { run } from '../src/program.js'
import { textTerminal } from './terminal.js'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ludoforge-new-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function command(...args: string[]) {
  const terminal = textTerminal()
  const code = await run(args, terminal)
  return { code, text: terminal.text(), errors: terminal.errors.join('\n') }
}

describe('new', () => {
  it.each(TEMPLATES.map(({ name }) => name))(
    'creates a game like %s, under its own name',
    async (template) => {
      const place = path.join(folder, 'winter-fair')
      const { code, text } = await command('new', place, '--like', template)
      expect(code).toBe(0)
      expect(text).toContain(`like ${template}: look/board.yaml, rules.md`)
      expect(text).toContain(`ludoforge play ${place}`)
      const { def } = await loadGame(place)
      expect(def).toMatchObject({ id: 'winter-fair', title: 'Winter fair' })
      expect(readFileSync(path.join(place, 'rules.md'), 'utf8')).toMatch(/^# Winter fair\n/)
    },
  )

  it('copies an existing game, with all its files', async () => {
    const place = path.join(folder, 'hills')
    const { code } = await command('new', place, '--like', 'outposts', '--title', "Hills: the soldier's game")
    expect(code).toBe(0)
    const { def } = await loadGame(place)
    expect(def).toMatchObject({ id: 'hills', title: "Hills: the soldier's game" })
    expect(existsSync(path.join(place, 'words/de.yaml'))).toBe(true)
    expect((await command('test', place)).code).toBe(0)
  })

  it('never overwrites', async () => {
    const place = path.join(folder, 'mine')
    mkdirSync(place)
    writeFileSync(path.join(place, 'rules.md'), 'my work')
    const { code, errors } = await command('new', place)
    expect(code).toBe(2)
    expect(errors).toContain('already exists. Nothing was changed.')
    expect(readFileSync(path.join(place, 'rules.md'), 'utf8')).toBe('my work')
    expect(existsSync(path.join(place, 'look'))).toBe(false)
  })

  it('explains wrong names', async () => {
    expect((await command('new', path.join(folder, 'My Game'))).errors).toContain('not "My Game"')
    const { code, errors } = await command('new', path.join(folder, 'x'), '--like', 'trick')
    expect(code).toBe(2)
    expect(errors).toContain('Did you mean "tricks"?')
    expect(existsSync(path.join(folder, 'x'))).toBe(false)
  })
})

describe('a renamed rulebook', () => {
  const before = { id: 'old', title: 'Old game' }
  const name = { id: 'fresh', title: 'Fresh game' }
  const block = (data: string) => `# Old game\n\nThe old game.\n\n\`\`\`yaml\n${data}\n\`\`\`\n`

  it('has its name in one line or in several', () => {
    expect(renamed(block("game: {id: old, title: 'Old game', summary: Old}"), before, name)).toBe(
      block('game: {id: fresh, title: Fresh game, summary: Old}').replace('# Old', '# Fresh'),
    )
    expect(renamed(block('game:\n  id: old\n  title: Old game\nseats: [id: old]'), before, name)).toBe(
      block('game:\n  id: fresh\n  title: Fresh game\nseats: [id: old]').replace('# Old', '# Fresh'),
    )
  })

  it('gets a title if it had none', () => {
    expect(renamed(block('game: {id: old}'), before, name)).toContain('game: {id: fresh, title: Fresh game}')
    expect(renamed(block('game:\n  id: old'), before, name)).toContain('  id: fresh\n  title: Fresh game\n')
  })
})
