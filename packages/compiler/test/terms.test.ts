import { describe, expect, it } from 'vitest'
import { compileFiles } from '../src/index.js'
import { headingsOf, rulesIn } from '../src/headings.js'

const RULES = `# 1 Crossing

\`\`\`yaml
game: {id: crossing}
seats: [north, south]
\`\`\`

\`\`\`rules
# 9 Not a heading
play
  draw "nobody moves"
\`\`\`

## 6.1 and 7.2 Victory

Who crosses first wins.
`

/** Compiles the small game with a block of `yaml`, and returns its diagnostics as \`code file:line:column\`. */
function compiled(yaml: string, rules = RULES) {
  const files = [
    { path: 'rules.md', text: rules },
    { path: 'terms.md', text: `# Terms\n\n\`\`\`yaml\n${yaml}\n\`\`\`\n` },
  ]
  const { def, world, diagnostics } = compileFiles(files)
  return {
    def,
    declarations: world.declarations,
    found: diagnostics.map(({ code, span }) => `${code} ${span?.file}:${span?.line}:${span?.column}`),
    diagnostics,
  }
}

describe('terms', () => {
  it('have a meaning, other words and a section', () => {
    const { declarations, found } = compiled(
      'terms:\n  Fog: hides guards\n  Ford: {means: where you cross, also: [shallows], rule: 7.2}\n  Victory: {also: [win], rule: 1 Crossing}',
    )
    expect(found).toEqual([])
    expect(declarations.terms).toMatchObject([
      { name: 'Fog', means: 'hides guards', also: [] },
      { name: 'Ford', means: 'where you cross', also: [{ text: 'shallows' }], rule: { text: '7.2' } },
      { name: 'Victory', also: [{ text: 'win' }], rule: { text: '1 Crossing' } },
    ])
  })

  it('never change the compiled game', () => {
    expect(compiled('terms: {Fog: hides guards}').def).toEqual(compiled('{}').def)
    expect(compiled('game: {start: [7.2]}').def).toEqual(compiled('{}').def)
  })

  it.each([
    ['an empty meaning', 'terms:\n  Fog: ""', 'empty-text terms.md:5:8'],
    ['no meaning', 'terms:\n  Fog:', 'empty-text terms.md:5:7'],
    [
      'an empty meaning next to other keys',
      'terms: {Fog: {means: " ", rule: 7.2}}',
      'empty-text terms.md:4:22',
    ],
    ['neither a meaning nor search words', 'terms: {Fog: {rule: 7.2}}', 'missing-key terms.md:4:9'],
    ['an unknown key', 'terms: {Fog: {means: hides, alias: [mist]}}', 'unknown-key terms.md:4:29'],
    ['a term twice', 'terms: {Fog: hides, Fog: more}', 'duplicate-key terms.md:4:21'],
    [
      'a word of two terms',
      'terms: {Fog: hides, Mist: {means: more, also: [fog]}}',
      'duplicate-id terms.md:4:48',
    ],
    ['an empty other word', 'terms: {Fog: {means: hides, also: [""]}}', 'empty-text terms.md:4:36'],
    ['an unknown section', 'terms: {Fog: {means: hides, rule: 9}}', 'unknown-section terms.md:4:35'],
    ['a list as a meaning', 'terms: {Fog: [hides]}', 'wrong-type terms.md:4:14'],
  ])('report %s', (_, yaml, place) => {
    expect(compiled(yaml).found).toEqual([place])
  })
})

describe('`start` of a game', () => {
  it('names sections by number or title', () => {
    const { declarations, found } = compiled('game: {start: [7.2, 6.1 and 7.2 victory]}')
    expect(found).toEqual([])
    expect(declarations.start?.map(({ text }) => text)).toEqual(['7.2', '6.1 and 7.2 victory'])
  })

  it('reports a section that the rulebook lacks, and suggests one', () => {
    const { found, diagnostics } = compiled('game: {start: [7.3]}')
    expect(found).toEqual(['unknown-section terms.md:4:16'])
    expect(diagnostics[0]?.message).toBe('The rulebook has no section `7.3`.')
    expect(compiled('game: {start: [Term]}').diagnostics[0]?.hint).toBe('did you mean `Terms`?')
    expect(compiled('game: {start: 7.2}').found).toEqual(['wrong-type terms.md:4:15'])
  })
})

describe('headings', () => {
  it('are outside of fenced blocks, with all their rule numbers', () => {
    expect(headingsOf(RULES.split('\n'))).toEqual([
      { line: 1, depth: 1, text: '1 Crossing', rules: ['1'] },
      { line: 14, depth: 2, text: '6.1 and 7.2 Victory', rules: ['6.1', '7.2'] },
    ])
  })

  it.each([
    ['2.2 Start, and 2.3.7 the next card', ['2.2', '2.3.7']],
    ['8.7 and 8.8: what both weigh', ['8.7', '8.8']],
    ['§ 4 Supply', ['4']],
    ["Westy's War, 1965 to 1967", []],
    ['Version 1.2.3a', []],
    ['How to win', []],
  ])('%s', (text, rules) => {
    expect(rulesIn(text)).toEqual(rules)
  })
})
