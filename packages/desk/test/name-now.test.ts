import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { TEMPLATES } from '../src/index.js'
import { projectFiles } from './project-files.js'
import {
  DeskSession,
  finish,
  type GameVersion,
  nameNow,
  startBoard,
  TablePosition,
} from '../src/session/index.js'

/** The files of a template. */
function templateFiles(name: string): Record<string, string> {
  const read = (file: string): string =>
    readFileSync(new URL(`../templates/${name}/${file}`, import.meta.url), 'utf8')
  return { 'rules.md': read('rules.md'), 'look/board.yaml': read('look/board.yaml') }
}

function versionOf(files: Readonly<Record<string, string>>): GameVersion {
  const result = finish(new DeskSession().update(files, 1))
  if (!('version' in result)) throw new Error(JSON.stringify(result.problems))
  return result.version
}

/** The start of a game, and its decisions, as a record has them. */
const BEGINNING = { seed: 1, options: {} }
const entry = (number: number, seat: string, choice: string) =>
  ({ kind: 'decision', number, seat, name: 'action', choice, hash: '', by: 'me', at: 0 }) as const

describe('what a name is at the table now', () => {
  const version = versionOf(templateFiles('euro'))
  const { game } = version
  const start = game.start(BEGINNING)
  const seat = game.decision(start)?.seat ?? ''
  const variable = (name: string) => ({ kind: 'variable', name }) as const
  const fn = (name: string) => ({ kind: 'function', name }) as const

  it('is a value in words: of a variable, an option, a value of the rules', () => {
    expect(nameNow(version, start, variable('round'), seat)).toBe('1')
    expect(nameNow(version, start, variable('starter'), seat)).toBe(version.words.plainSeat(seat))
    expect(nameNow(version, start, { kind: 'option', name: 'rounds' }, seat)).toBe('6')
    expect(nameNow(version, start, fn('wood-income'), seat)).toBe('2')
  })

  it('is a value of each seat, and follows the decisions', () => {
    const position = new TablePosition()
    const before = position.after(game, { beginning: BEGINNING, decisions: [] })
    expect(nameNow(version, before, variable('wood'), seat)).toBe('Alder 0, Brook 0, Clay 0')
    const chopped = entry(1, seat, 'chop')
    const after = position.after(game, { beginning: BEGINNING, decisions: [chopped] })
    expect(nameNow(version, after, variable('wood'), seat)).toContain(`${version.words.plainSeat(seat)} 2`)
    expect(nameNow(version, after, fn('points'), seat)).toMatch(/^Alder \d+, Brook \d+, Clay \d+$/)
    const next = game.decision(after)?.seat ?? ''
    const both = [chopped, entry(2, next, 'dig')]
    const later = position.after(game, { beginning: BEGINNING, decisions: both })
    expect(game.hash(later)).toBe(game.hash(game.decide(after, 'dig', next)))
    const undone = position.after(game, { beginning: BEGINNING, decisions: [] })
    expect(game.hash(undone), 'after an undo').toBe(game.hash(start))
  })

  it('is where a test is true', () => {
    const outposts = versionOf(projectFiles('outposts'))
    const state = outposts.game.start(BEGINNING)
    expect(nameNow(outposts, state, fn('in-supply'), 'red')).toMatch(/^C1, .* and 10 more$/)
    expect(nameNow(outposts, state, fn('own-in-supply'), 'red')).toBe('A3')
    expect(nameNow(outposts, state, fn('own-in-supply'), 'blue')).toBe('E3')
    expect(nameNow(outposts, state, fn('can-attack-from'), 'red')).toBe('none')
    expect(nameNow(outposts, state, fn('enemies'), 'red')).toBe('Blue soldier')
  })

  it('is undefined for other parameters, unknown names, and names without a value', () => {
    const cards = versionOf(templateFiles('cards'))
    const state = cards.game.start(BEGINNING)
    expect(nameNow(cards, state, fn('planted'), 'ash')).toBeUndefined()
    expect(nameNow(cards, state, fn('nothing'), 'ash')).toBeUndefined()
    expect(nameNow(cards, state, variable('nothing'), 'ash')).toBeUndefined()
  })

  it('is what the seat may know', () => {
    const files = templateFiles('cards')
    const more = `${files['rules.md']}
\`\`\`rules
value sum-of-hand(seat) = sum(hand of seat, it.number)
test is-long = count(deck) > 3
set kept = cards in hand of ash
\`\`\`
`
    const cards = versionOf({ ...files, 'rules.md': more })
    const state = cards.game.start(BEGINNING)
    expect(nameNow(cards, state, fn('sum-of-hand'), 'ash')).toMatch(
      /^Ash \d+, Birch hidden from Ash, Cedar hidden from Ash$/,
    )
    expect(nameNow(cards, state, fn('is-long'), 'ash')).toBe('yes')
    expect(nameNow(cards, state, fn('kept'), 'ash')).toMatch(/^(?:Rose|Thyme|Fern|Ivy) \d in /)
    expect(nameNow(cards, state, fn('kept'), 'birch')).toBe('hidden from Birch')
  })
})

describe('the board at the start of a template', () => {
  it.each(TEMPLATES)('$name is drawn as its first seat sees it', ({ name }) => {
    const board = startBoard(templateFiles(name))
    expect(board?.view.decision?.seat).toBe(board?.view.seat)
    expect(board?.scene.map !== null || board?.scene.table.felt !== null).toBe(true)
    expect(Object.keys(board?.values.seats ?? {}).length).toBeGreaterThan(1)
  })

  it('is nothing for files that don’t compile', () => {
    expect(startBoard({ 'rules.md': '# Empty\n' })).toBeUndefined()
  })
})
