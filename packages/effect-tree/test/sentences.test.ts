import { compileFiles } from '@ludoforge/compiler'
import { stripSources } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { expand } from '../src/index.js'
import { TREES } from './frontier.js'

const BOARD = `
\`\`\`yaml
game: {id: small, title: Small}
seats: [red, blue]
spaces: {mill: {width: 2, adjacent: [ford]}, ford: {width: 1, adjacent: [mill]}}
variables: {gold: 0..9}
\`\`\`
`
const RULES = `
test is-wide(space) "{space} is wide" = space.width > 1
value wealth "gold of {actor}" = gold
operation rally "Rally" verb "Rallies"
  requires gold > 1 "{actor} has {gold: coin} / {actor} has no gold"
  choose "What? {gold: ox/oxen}"
    option a "A" if is-wide(mill) "the mill is open"
      add 1 to gold
    option b
      add wealth to gold
play
  choose zone from map where is-wide(it)
  perform rally
`

const compiled = (rules: string) => {
  const { def, diagnostics } = compileFiles([{ path: 'a.md', text: BOARD }, ...files(rules)], TREES)
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  if (def === undefined) throw new Error('no GameDef')
  return def
}
const files = (rules: string) =>
  rules.startsWith('functions:') || rules.startsWith('procedures:')
    ? [{ path: 'rules.yaml', text: rules }]
    : [{ path: 'b.md', text: `\`\`\`rules\n${rules}\n\`\`\`\n` }]

describe('the effect tree', () => {
  it('prints and reads sentences, verbs and counted nouns', () => {
    const def = compiled(RULES)
    const printed = expand(def)
    expect(printed).toContain('verb: Rallies')
    const again = compiled(printed)
    expect(stripSources(again.functions)).toEqual(stripSources(def.functions))
    expect(stripSources(again.procedures)).toEqual(stripSources(def.procedures))
  })

  it('translates the texts of trees', () => {
    const yaml = `
actions:
  - {id: rally, title: Rally, verb: Rallies, requires: [{when: true, says: 'gold is here'}], effects: []}
procedures:
  - id: play
    effects:
      - chooseOne: {bind: zone, options: {query: mapSpaces}, prompt: 'From {mill} to {ford}?'}
      - perform: {action: rally}
`
    const words = `
Small: Klein
Red: Rot
Blue: Blau
Mill: Mühle
Ford: Furt
Rally: Sammeln
Rallies: sammelt
gold is here: Gold ist hier
'From {mill} to {ford}?': 'Nach {ford} von {mill}?'
`
    const all = [
      { path: 'a.md', text: BOARD },
      { path: 'rules.yaml', text: yaml },
      { path: 'words/de.yaml', text: words },
    ]
    const [english, german] = [{}, { language: 'de' }].map((more) => compileFiles(all, { ...TREES, ...more }))
    expect(german?.diagnostics.filter(({ code }) => code !== 'unused')).toEqual([])
    const rally = german?.def?.procedures.find(({ id }) => id === 'rally')
    expect([rally?.title, rally?.verb]).toEqual(['Sammeln', 'sammelt'])
    const asked = [english, german].map((one) => {
      const [first] = one?.def?.procedures.find(({ id }) => id === 'play')?.body ?? []
      return first !== undefined && 'chooseOne' in first ? first.chooseOne : undefined
    })
    expect(asked[1]?.prompt?.[0]).toBe('Nach ')
    expect(asked[1]?.about).toEqual(asked[0]?.about)
  })

  const mistakes = (yaml: string) => {
    const more = '\nprocedures:\n  - {id: play, effects: []}\n'
    const { diagnostics } = compileFiles(
      [
        { path: 'a.md', text: BOARD },
        { path: 'rules.yaml', text: yaml + (yaml.includes('procedures:') ? '' : more) },
      ],
      TREES,
    )
    return diagnostics.map(({ code, message }) => `${code}: ${message}`).join('\n')
  }

  it.each([
    ["functions: [{id: f, returns: flag, body: true, says: 'wide open'}]", 'no-verb: '],
    [
      'functions: [{id: f, returns: seat, body: {seat: red}, says: {holds: the first, fails: none}}]',
      'fails',
    ],
    [
      "functions: [{id: f, returns: seat, body: {seat: red}, says: 'the first / none'}]",
      'one name for people',
    ],
    ["functions: [{id: f, returns: flag, body: true, says: '{spcae} is open'}]", 'spcae'],
    ['procedures: [{id: play, verb: Plays, effects: []}]', 'Only an action has a `verb`.'],
    [
      'procedures: [{id: play, effects: [{say: {text: [{show: {seat: red}, one: coin}]}}]}]',
      'wrong-type: Expected a number',
    ],
  ])('%s', (yaml, message) => {
    expect(mistakes(yaml)).toContain(message)
  })
})
