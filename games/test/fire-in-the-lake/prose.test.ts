/** The prose of the rulebook: a player can read it without the code, and its tables agree with the data. */
import { readdir, readFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FOLDER, fireInTheLake, SCENARIOS } from './support/game.js'

const game = await fireInTheLake()
const paths = (await readdir(FOLDER, { recursive: true })).filter((path) => path.endsWith('.md'))
const pages = await Promise.all(
  paths.map(async (path) => ({ path, text: await readFile(join(FOLDER, path), 'utf8') })),
)

/** What a player reads: sections 1 to 7, the cards, the scenarios, the first page. */
const forPlayers = pages.filter(({ path }) =>
  /^(?:README|[1-7]-[^/]*|5-events\/.*|scenarios\/.*)\.md$/.test(path),
)

interface Part {
  readonly kind: string // of a fenced block; empty for prose
  readonly line: number
  readonly text: string
}

/** Splits a page into prose and fenced blocks, in order. */
function partsOf(text: string): Part[] {
  const parts: { kind: string; line: number; text: string }[] = [{ kind: '', line: 1, text: '' }]
  for (const [i, line] of text.split('\n').entries()) {
    const last = parts.at(-1)
    const fence = /^```(\w*)/.exec(line)
    if (fence === null) {
      if (last !== undefined) last.text += `${line}\n`
    } else parts.push({ kind: last?.kind === '' ? (fence[1] ?? '') : '', line: i + 1, text: '' })
  }
  return parts
}

const proseOf = (text: string): string =>
  partsOf(text)
    .filter(({ kind }) => kind === '')
    .map((part) => part.text)
    .join('\n')

function page(path: string): string {
  return pages.find((other) => other.path === path)?.text ?? ''
}

/** Returns the rows of all tables whose first column has this title, as cells. */
function rowsOf(text: string, column: string): string[][] {
  const rows = proseOf(text)
    .split(/\n(?!\|)/)
    .filter((table) => table.trim().startsWith(`| ${column} |`))
  return rows.flatMap((table) =>
    table
      .trim()
      .split('\n')
      .slice(2)
      .map((row) =>
        row
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      ),
  )
}

describe('the prose for players', () => {
  it.each(forPlayers.map(({ path, text }) => [path, text] as const))('%s has no code in it', (_, text) => {
    const ids = [...game.def.zones, ...game.def.tokens].map(({ id }) => id).filter((id) => id.includes('-'))
    const words = new Set(
      proseOf(text)
        .replaceAll(/\]\([^)]*\)/g, ']')
        .match(/[\w-]+/g),
    )
    expect(proseOf(text)).not.toContain('`')
    expect(ids.filter((id) => words.has(id))).toEqual([])
  })

  it.each(forPlayers.map(({ path, text }) => [path, text] as const))(
    '%s explains each block of rules in the paragraph above it',
    (_, text) => {
      const parts = partsOf(text)
      const bare = parts.filter(({ kind }, i) => {
        const above = parts[i - 1]?.text.trimEnd().split('\n').at(-1) ?? ''
        return kind === 'rules' && (above === '' || /^[#|]/.test(above))
      })
      expect(bare.map(({ line }) => line)).toEqual([])
    },
  )

  it.each(pages.map(({ path, text }) => [path, text] as const))(
    '%s links to pages that exist',
    (path, text) => {
      const links = [...proseOf(text).matchAll(/\]\(([^)\s#]+)(?:#([^)\s]*))?\)/g)]
      const broken = links.filter(([, file = '', anchor]) => {
        const target = join(dirname(path), file)
        if (!existsSync(join(FOLDER, target))) return true
        return anchor !== undefined && !anchorsOf(page(target)).includes(anchor)
      })
      expect(broken.map(([link]) => link)).toEqual([])
    },
  )

  it('has sections on how to win and what a turn is', () => {
    expect(page('7-victory.md')).toMatch(/^## 7\.2 How to win$/m)
    expect(page('2-sequence-of-play.md')).toMatch(/^## 2\.3 What a turn is/m)
  })
})

function anchorsOf(text: string): string[] {
  const headings = [...proseOf(text).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading)
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-'),
  )
}

describe('the tables of the map (1.3)', () => {
  const spaces = game.def.zones.filter(({ space }) => space)
  const nameOf = new Map(spaces.map(({ id, name }) => [id, name]))
  const number = (value: unknown): string => (typeof value === 'number' ? String(value) : '0')

  it.each([
    ['City', 'city', (a: Readonly<Record<string, unknown>>) => [number(a['population'])]],
    [
      'Province',
      'province',
      (a: Readonly<Record<string, unknown>>) => [String(a['terrain']), number(a['population'])],
    ],
    ['LoC', 'loc', (a: Readonly<Record<string, unknown>>) => [number(a['econ'])]],
  ] as const)('list every %s with its values and neighbours', (column, category, values) => {
    const listed = rowsOf(page('1-components.md'), column).map(([name = '', ...cells]) => ({
      name: name.replace(' (Mekong)', ''),
      values: cells.slice(0, -2).map((cell) => cell.toLowerCase()),
      neighbours: cells
        .slice(-2)
        .flatMap((cell) => (cell === '-' ? [] : cell.split(', ')))
        .toSorted(),
    }))
    const declared = spaces
      .filter(({ attributes }) => attributes['category'] === category)
      .map(({ name, attributes, adjacent }) => ({
        name,
        values: [...values(attributes), attributes['coastal'] === true ? 'yes' : ''],
        neighbours: adjacent.map((id) => nameOf.get(id) ?? id).toSorted(),
      }))
    const byName = (a: { name: string }, b: { name: string }): number => a.name.localeCompare(b.name)
    expect(listed.toSorted(byName)).toEqual(declared.toSorted(byName))
  })
})

/** The pieces of a set-up table, in the singular. */
const PIECES: Readonly<Record<string, string>> = {
  'US Troop': 'us-troops',
  Irregular: 'us-irregulars',
  'US Base': 'us-bases',
  'ARVN Troop': 'arvn-troops',
  Police: 'arvn-police',
  Ranger: 'arvn-rangers',
  'ARVN Base': 'arvn-bases',
  'NVA Troop': 'nva-troops',
  'NVA Guerrilla': 'nva-guerrillas',
  'NVA Base': 'nva-bases',
  'VC Guerrilla': 'vc-guerrillas',
  'VC Base': 'vc-bases',
  'Tunneled VC Base': 'vc-bases+tunneled',
}

describe.each(SCENARIOS)('the set-up table of the %s scenario', (scenario) => {
  const view = game.view(game.start({ scenario, seed: 1 }), null)
  const text = page(`scenarios/${SCENARIOS.indexOf(scenario) + 1}-${scenario}.md`)

  it('lists the pieces and levels of all spaces', () => {
    const listed = rowsOf(text, 'space').map(([name, level = '', coin = '', insurgents = '']) => ({
      name,
      level: level === '-' ? 'neutral' : level.toLowerCase().replace(' ', '-'),
      pieces: Object.fromEntries(
        [coin, insurgents]
          .flatMap((cell) => (cell === '-' ? [] : cell.split(', ')))
          .map((words) => {
            const [, count = '', kind = ''] = /^(\d+) (.*)$/.exec(words) ?? []
            return [PIECES[kind] ?? PIECES[kind.replace(/s$/, '')] ?? kind, Number(count)]
          }),
      ),
    }))
    const set = game.def.zones
      .filter(({ id, space }) => space && (view.zones[id]?.size ?? 0) > 0)
      .map(({ id, name }) => ({
        name,
        level: view.zones[id]?.markers['support'] ?? 'neutral',
        pieces: view.zones[id]?.pieces ?? {},
      }))
    const byName = (a: { name?: string | undefined }, b: { name?: string | undefined }): number =>
      (a.name ?? '').localeCompare(b.name ?? '')
    expect(listed.toSorted(byName)).toEqual(set.toSorted(byName))
  })

  it('lists the tracks', () => {
    const rows = new Map(rowsOf(text, 'track').map(([track = '', start = '']) => [track, start]))
    const { seats, variables } = view
    const resources = ['ARVN', 'NVA', 'VC'].map((seat) => `${seat} ${String(seats[seat]?.['resources'])}`)
    expect(rows.get('Resources')).toBe(resources.join(', '))
    expect(rows.get('Aid, Patronage, Total Econ')).toBe(
      ['aid', 'patronage', 'total-econ'].map((track) => String(variables[track])).join(', '),
    )
    expect(rows.get('Trail')).toBe(String(variables['trail']))
  })
})

describe('the pages of cards', () => {
  const texts = pages
    .filter(({ path }) => path.startsWith('5-events/cards-'))
    .map(({ text }) => proseOf(text))
  const sections = texts.flatMap((text) => text.split(/^## /m).slice(1))
  const cards = game.def.tokens.filter(({ family, props }) => family === 'cards' && 'order' in props)

  it.each(cards.map(({ name, props }) => [name, props] as const))('%s: order and texts', (name, props) => {
    const section = sections.find((other) => other.startsWith(`${String(props['number'])} ${name}\n`)) ?? ''
    const order = props['order']
    expect(section).toContain(`order ${Array.isArray(order) ? order.join(', ') : ''}*`)
    if ('period' in props) expect(section).toContain(`*${String(props['period'])};`)
    expect(section.includes('; Capability;')).toBe(props['effect'] === 'capability')
    expect(section.includes('Momentum:**')).toBe(props['effect'] === 'momentum')
    expect(section.includes('**Shaded')).toBe('shaded' in props)
  })
})
