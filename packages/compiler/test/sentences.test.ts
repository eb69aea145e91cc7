import { type GameDef, type Saying, type Text } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { compileSmall, compileSmallRules, loadSmall, mistakesOf } from './small-game.js'

const PLAY = `
play
  do act
procedure act
  choose zone from map "Where?"
  say "done"
`

/** A text with its values as `{}` and their nouns. */
const plain = (text: Text | undefined): string | undefined =>
  text
    ?.map((part) =>
      typeof part === 'string' ? part : part.one === undefined ? '{}' : `{${part.one}|${part.many}}`,
    )
    .join('')

const forms = (says: Saying | undefined) => [plain(says?.holds), plain(says?.fails)]

function compiled(rules: string): { def: GameDef; warnings: readonly string[] } {
  const { def, diagnostics } = compileSmall(`${rules}\n${PLAY}`)
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  expect(errors).toEqual([])
  if (def === undefined) throw new Error('no GameDef')
  return { def, warnings: diagnostics.filter(({ code }) => code !== 'unused').map(({ code }) => code) }
}

describe('sentences of functions', () => {
  const sentence = (text: string) => {
    const { def, warnings } = compiled(`test t(space) "${text}" = some(guards in space)`)
    return [...forms(def.functions[0]?.says), ...warnings]
  }
  it.each([
    ['guards are in {space}', 'guards are in {}', 'no guards are in {}'],
    ['{space} [adjoins] a road', '{} adjoins a road', '{} does not adjoin a road'],
    ['{space} is open / {space} is closed', '{} is open', '{} is closed'],
    [
      '{count(guards in space): guard} are in {space}',
      '{guard|guards} are in {}',
      '{guard|guards} are not in {}',
    ],
    ['{4 / 2} is the width of {space}', '{} is the width of {}', '{} is not the width of {}'],
  ])('%s', (text, holds, fails) => {
    expect(sentence(text)).toEqual([holds, fails])
  })

  it('without a known verb have no opposite, and a warning', () => {
    expect(sentence('guards everywhere')).toEqual(['guards everywhere', undefined, 'no-verb'])
    const { diagnostics } = compileSmall(`test t "guards everywhere" = true\n${PLAY}`)
    expect(diagnostics.find(({ code }) => code === 'no-verb')).toMatchObject({
      message: "The opposite of this sentence can't be derived, because it has no known verb.",
      span: { length: '"guards everywhere"'.length },
    })
  })

  it('of a number with two forms are an order: its most and its least', () => {
    const { def, warnings } = compiled('value v(space) "first to go / last to go" = 1')
    expect([...forms(def.functions[0]?.says), ...warnings]).toEqual(['first to go', 'last to go'])
  })

  it('of values and sets are noun phrases', () => {
    const { def, warnings } = compiled(`
value crowd(space) "the crowd of {space}" = count(guards in space)
set busy(least: number)
    "spaces with {least: guard}" =
  map where crowd(it) >= least`)
    expect(def.functions.map(({ id, says }) => [id, ...forms(says)])).toEqual([
      ['crowd', 'the crowd of {}', undefined],
      ['busy', 'spaces with {guard|guards}', undefined],
    ])
    expect(warnings).toEqual([])
  })

  it('are no part of the source text of the head', () => {
    const { def } = compiled('test t(space, most = 2) "{space} is open" = some(guards in space)')
    expect(def.sources[def.functions[0]?.src ?? -1]?.text).toBe('test t(space, most = 2)')
  })

  it('may use functions that only they use, which are compiled later', () => {
    const rules = `test open(space) "{widest} is open" = some(guards in space)
set widest = map where it.width > 1
policy p for red
  at act.zone
    first it is wet`
    const play = PLAY.replace('choose zone from map', 'choose zone from map where not open(it)')
    const { def } = compileSmallRules(`${rules}\n${play}`)
    expect(def?.functions.map(({ id }) => id)).toContain('widest')
    const { diagnostics } = compileSmall(`${rules}\n${play}`)
    expect(diagnostics.map(({ message }) => message).join()).not.toContain('widest')
  })
})

describe('sentences of requirements, options and policies', () => {
  const { def, warnings } = compiled(
    `
operation rally "Rally" verb "Rallies" by red, class big
  requires gold > 2 "the treasury is full"
  requires sky is fair
  choose "What?"
    option drum "Drum: {gold}" if gold > 3 "there is gold / the chest is empty"
      say "drums"
    option rest if sky is fair
      say "rest"
policy p for red
  at rally.drum
    first drum if gold > 5 "the chest of {me} is full"
    first rest
  at act.zone
    prefer it is wet, most width of it "{it} is wet"
    take most "all"`.replace('\n    take most "all"', ''),
  )

  it('belong to their conditions', () => {
    const rally = def.procedures.find(({ id }) => id === 'rally')
    expect(rally?.verb).toBe('Rallies')
    expect(rally?.requires.map(({ says }) => forms(says))).toEqual([
      ['the treasury is full', 'the treasury is not full'],
      [undefined, undefined],
    ])
    const [menu] = rally?.body ?? []
    const options = menu !== undefined && 'alternatives' in menu ? menu.alternatives.options : []
    expect(options.map(({ label, says }) => [plain(label), ...forms(says)])).toEqual([
      ['Drum: {}', 'there is gold', 'the chest is empty'],
      [undefined, undefined, undefined],
    ])
    expect(warnings).toEqual([])
  })

  it('are the reasons of lines', () => {
    const lines = def.policies[0]?.entries.flatMap((entry) =>
      entry.lines.map(({ says }) => plain(says?.holds)),
    )
    expect(lines).toEqual(['the chest of {} is full', undefined, '{} is wet'])
  })
})

it('sentences and names leave the fingerprint as it is', () => {
  const rules = (says: string) => `test open(space) ${says} = some(guards in space)
value wide(space) = space.width
play
  choose zone from map where not open(it)
  say "{zone}"`
  const fingerprints = ['', '"{space} is open"', '"{wide(space)} is wide"'].map(
    (s) => loadSmall(rules(s)).fingerprint,
  )
  expect(new Set(fingerprints).size).toBe(1)
})

describe('a mistake in a sentence', () => {
  it.each([
    ['test t "" = true', 'This sentence is empty.'],
    ['test t "A is b / " = true', 'This sentence is empty.'],
    ['test t " / A is b" = true', 'This sentence is empty.'],
    ['test t "A is b / B is c / C is d" = true', 'A sentence has at most two forms.'],
    ['set s "wet zones / dry zones" = map', 'Only a number has two forms'],
    ['value v "first / second / third" = 1', 'A sentence has at most two forms.'],
    ['test t(space) "{spcae} is open" = true', '`spcae`'],
    ['test t(space) "{space: road} is open" = true', 'Only a number can count a noun'],
    ['test t "{2: } are open" = true', 'Expected a noun in the singular'],
    ['test t "{2: a/b/c} are open" = true', 'Expected a noun in the singular'],
    ['test t "{: road} is open" = true', 'These braces are empty.'],
    ['test t true "it is so"', 'Expected `=`'],
    ['action a "A" verb\n  say "a"', 'Expected the title as a verb in quotes'],
    ['action a "A" verb ""\n  say "a"', 'This verb is empty.'],
    ['procedure a "A" verb "As"\n  say "a"', 'Did not expect `verb`'],
    ['procedure m\n  choose\n    option a "A" "it is so"\n      say "a"', 'Did not expect "it is so"'],
    [
      'policy p for red\n  at act.zone\n    first it is wet "{after(gold)} is gold"',
      "A sentence can't use `after`.",
    ],
    [
      'policy p for red\n  at act.zone\n    first it is wet "{chosen} is chosen"',
      '`chosen` is the set chosen so far',
    ],
  ])('%s', (rules, message) => {
    const { diagnostics } = compileSmall(`${rules}\n${PLAY}`)
    const all = [...mistakesOf(`${rules}\n${PLAY}`), ...diagnostics.map((one) => one.message)]
    expect(all.join('\n')).toContain(message)
  })
})
