import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { Compilation } from '../src/compilation.js'
import { compileFiles } from '../src/compile.js'
import { compileFolder, loadGame } from '../src/load-game.js'
import { loadCompilation } from '../src/loaded-game.js'

const GAME = `
\`\`\`yaml
game: {id: small, title: Small, summary: A small game}
seats: {north: The North, south: {}}
values: {sky: {clear: Clear, storm: a Storm}}
spaces: {old-mill: {adjacent: [ford]}, ford: {adjacent: [old-mill]}}
zones: {box: {per: seat, name: Box}}
pieces: {guard: {name: Guard, count: 3, owner: north, supply: box}}
groups: {band: {of: guard, name: band}}
variables: {gold: {range: 0..9, counted: coin}, weather: {of: sky, name: Weather}}
options: {long: {about: A long game, flag: true}}
scenarios: {first: {title: First, about: The first one}}
\`\`\`

\`\`\`rules
test is-open(space) "{space} is open" = no(guards in space)
play
  choose zone from map where is-open(it) "From {old-mill} to which space but {ford}? {gold: coin}"
  place 1 guard of north in zone
\`\`\`
`

const WORDS = `
Small: Klein
A small game: Ein kleines Spiel
The North: Der Norden
South: Süden
Clear: Klar
a Storm: ein Sturm
Old Mill: Alte Mühle
Ford: Furt
Box: Kiste
Guard: {one: Wache, many: Wachen}
band: Bande
coin: {one: Münze, many: Münzen}
Weather: Wetter
A long game: Ein langes Spiel
First: Erstes
The first one: Das erste
"{space} is open": "{space} ist offen"
"From {old-mill} to which space but {ford}? {gold: coin}": "{gold: Münze/Münzen}. Nicht nach {ford}: wohin von {old-mill}?"
`

const compile = (words: string | undefined, game = GAME, language = 'de'): Compilation =>
  compileFiles(
    [
      { path: 'game.md', text: game },
      ...(words === undefined ? [] : [{ path: 'words/de.yaml', text: words }]),
    ],
    { language },
  )

const warnings = ({ diagnostics }: Compilation) =>
  diagnostics.filter(({ code }) => code !== 'unused').map(({ code, message }) => `${code}: ${message}`)

describe('the words of a language', () => {
  const german = compile(WORDS)
  it('are complete', () => {
    expect(warnings(german)).toEqual([])
  })

  it('replace names', () => {
    const { def } = german
    expect(def?.title).toBe('Klein')
    expect(def?.seats.map(({ name }) => name)).toEqual(['Der Norden', 'Süden'])
    expect(def?.zones.map(({ name }) => name)).toEqual([
      'Alte Mühle',
      'Furt',
      'Kiste (Der Norden)',
      'Kiste (Süden)',
    ])
    expect(def?.tokens.map(({ name, many }) => [name, many])).toEqual([['Wache', 'Wachen']])
    expect(def?.groups.map(({ name, many }) => [name, many])).toEqual([['Bande', 'Banden']])
    expect(def?.variables.map(({ name, many }) => [name, many])).toEqual([
      ['Münze', 'Münzen'],
      ['Wetter', undefined],
    ])
    expect(def?.enums.find(({ id }) => id === 'sky')?.names).toEqual({ clear: 'Klar', storm: 'ein Sturm' })
    expect(def?.options[0]?.about).toBe('Ein langes Spiel')
    expect(def?.scenarios[0]).toMatchObject({ title: 'Erstes', about: 'Das erste' })
  })

  it('replace texts, and negate sentences by the grammar of the language', () => {
    const says = german.def?.functions[0]?.says
    expect(says?.holds.at(-1)).toBe(' ist offen')
    expect(says?.fails?.at(-1)).toBe(' ist nicht offen')
    const game = loadCompilation(german)
    const decision = game.decision(game.start({ seed: 1 }))
    expect(decision?.prompt).toBe('0 Münzen. Nicht nach Furt: wohin von Alte Mühle?')
  })

  it('leave the fingerprint and the subject of questions as they are', () => {
    const [english, de] = [compile(undefined, GAME, 'en'), german].map(loadCompilation)
    expect(de?.fingerprint).toBe(english?.fingerprint)
  })
})

describe('a mistake in the words', () => {
  it.each([
    [WORDS.replace('Ford: Furt\n', ''), 'missing-words: `Ford` has no translation.'],
    [WORDS.replace('Ford:', 'Frod:'), 'unknown-words: The game has no text `Frod`.'],
    [WORDS.replace('{space} ist', '{spaec} ist'), 'unknown-name: The original has no value `{spaec}`.'],
    [WORDS.replace('Furt', '""'), 'empty-name: The translation of `Ford` is empty.'],
    [WORDS.replace('{one: Wache,', '{'), 'missing-key: The translation of `Guard` needs the key `one`.'],
    [WORDS.replace('many: Wachen', 'several: Wachen'), 'has no key `several`.'],
    [undefined, 'no-words: This game has no `words/de.yaml`.'],
  ])('%#', (words, message) => {
    expect(warnings(compile(words)).join('\n')).toContain(message)
  })

  it('is a language without a grammar', () => {
    expect(warnings(compile(WORDS, GAME, 'xx'))).toEqual(['unknown-language: There is no language `xx`.'])
  })

  it('is reported in the file of the words', () => {
    const { diagnostics } = compile(WORDS.replace('{space} ist', '{spaec} ist'))
    expect(diagnostics[0]?.span).toMatchObject({ file: 'words/de.yaml', line: 18 })
  })
})

describe.each(['tic-tac-toe', 'outposts'])('%s', (name) => {
  const folder = fileURLToPath(new URL(`../../../games/${name}`, import.meta.url))

  it('is complete in German', async () => {
    const { diagnostics } = await compileFolder(folder, { language: 'de' })
    expect(diagnostics).toEqual([])
  })

  it('opens an English save in German', async () => {
    const [english, german] = [await loadGame(folder), await loadGame(folder, { language: 'de' })]
    expect(german.fingerprint).toBe(english.fingerprint)
    expect(german.def.seats.map((seat) => seat.name)).not.toEqual(english.def.seats.map((seat) => seat.name))
    let state = english.start({ seed: 5 })
    for (let i = 0; i < 5; i++) {
      const decision = english.decision(state)
      const first = decision !== undefined && 'options' in decision ? decision.options[0]?.id : undefined
      if (first !== undefined) state = english.decide(state, first)
    }
    const again = german.restore(JSON.parse(JSON.stringify(english.save(state))))
    expect(german.hash(again)).toBe(english.hash(state))
    expect(german.decision(again)?.prompt).not.toBe(english.decision(state)?.prompt)
  })
})
