/** Outline, folding, lenses, quick fixes and formatting of documents. */
import { describe, expect, it } from 'vitest'
import { exampleResults } from '@ludoforge/compiler/editing'
import { documentSymbols, workspaceSymbols } from '../src/features/outline.js'
import { foldings } from '../src/features/folding.js'
import { formatted } from '../src/features/format-document.js'
import { formatRules } from '../src/features/format-rules.js'
import { lenses } from '../src/features/lenses.js'
import { quickFixes } from '../src/features/quick-fixes.js'
import { type Project, resultKey } from '../src/project.js'
import { shownDiagnostic, shownFailure } from '../src/to-diagnostic.js'
import { projectOf, RULES } from './support/memory.js'

const PATH = 'rules.md'
const project = projectOf()

/** The diagnostics of a project as editors get them. */
const shown = (own: Project) =>
  own.compilation.diagnostics.map((one) => shownDiagnostic(one, (file) => own.uriOf(file)))

/** The document after the fixes of its first diagnostic. */
function fixed(text: string): string {
  const own = projectOf({ [PATH]: text })
  const [first] = shown(own)
  const [fix] = quickFixes(own, PATH, first === undefined ? [] : [first])
  return applied(text, fix?.edit?.changes?.[own.uriOf(PATH)] ?? [])
}

interface Edit {
  readonly range: { start: { line: number; character: number }; end: { line: number; character: number } }
  readonly newText: string
}

function applied(text: string, edits: readonly Edit[]): string {
  const lines = text.split('\n')
  const offset = ({ line, character }: { line: number; character: number }): number =>
    lines.slice(0, line).reduce((sum, one) => sum + one.length + 1, 0) + character
  let result = text
  for (const { range, newText } of edits.toSorted((a, b) => offset(b.range.start) - offset(a.range.start)))
    result = result.slice(0, offset(range.start)) + newText + result.slice(offset(range.end))
  return result
}

describe('the outline', () => {
  it('has sections by number, with rules, examples and data in them', () => {
    const [top] = documentSymbols(project, PATH)
    expect(top?.children?.map(({ name }) => name)).toEqual(['1 Components', '2 Play', '3 Actions'])
    const [components, , actions] = top?.children ?? []
    expect(components?.children?.map(({ name }) => name)).toContain('pieces')
    expect(actions?.children?.map(({ name, detail }) => [name, detail])).toEqual([
      ['action hire', '3.1'],
      ['procedure pay', '3.2'],
      ['action wait', '3.3'],
      ['Hiring costs gold', '3.1'],
      ['Waiting earns gold', '3.3'],
      ['policy steady', undefined],
    ])
  })

  it('is searched by name and by rule number', () => {
    expect(workspaceSymbols(project, '3.1').map(({ name }) => name)).toEqual([
      'action hire (3.1)',
      'Hiring costs gold (3.1)',
    ])
    expect(workspaceSymbols(project, 'STRENGTH').map(({ name }) => name)).toEqual(['value strength'])
  })
})

describe('folding', () => {
  it('folds sections, blocks and rules', () => {
    const lines = RULES.split('\n')
    const starts = foldings(project, PATH).map(({ startLine }) => lines[startLine])
    expect(starts).toEqual(expect.arrayContaining(['## 2 Play', '```rules', 'play # 2.1']))
    for (const { startLine, endLine } of foldings(project, PATH)) {
      expect(endLine).toBeGreaterThan(startLine)
      expect(lines[endLine]).toBeDefined()
    }
  })
})

describe('lenses', () => {
  const own = projectOf()
  const titles = () => lenses(own, PATH).map(({ command }) => command?.title)

  it('offer to run examples, and then show their results', () => {
    expect(titles()).toEqual(['▶ Run the examples of this file', '▶ Run the examples of this file'])
    const { game } = own
    if (game === undefined) throw new Error('The game has errors.')
    for (const result of exampleResults(game, PATH))
      own.results.set(resultKey(PATH, result.span.line), result)
    const [passed, failed] = titles()
    expect(passed).toBe('✓ passed')
    expect(failed).toBe("✗ failed: This isn't true. Found: south.gold is 3")
    const failure = [...own.results.values()].map(shownFailure).find((one) => one !== undefined)
    expect(failure?.message).toMatch(/^"Waiting earns gold" fails: /)
    expect(RULES.split('\n')[failure?.range.start.line ?? 0]).toContain('then south.gold = 4')
  })

  it('show how often an action was taken in the last evaluation', () => {
    own.evaluation = JSON.stringify({
      options: [{ key: 'action hire', all: { possible: 200, taken: 50 } }, { key: 'action gone' }, 7],
    })
    expect(titles()).toContain('taken 50 of 200 times (25 %) in the last evaluation')
    own.evaluation = '{"options": [{"key":'
    expect(titles()).toHaveLength(2)
  })

  it('forget results when a file changes', () => {
    own.change(PATH, `${RULES}\nMore.\n`)
    expect(titles()[0]).toBe('▶ Run the examples of this file')
  })
})

describe('quick fixes', () => {
  it('replace every use of a misspelt name', () => {
    const wrong = RULES.replace('count(guards of north in mill)', 'count(guards of north in mill)').replace(
      'value strength(seat)',
      'value strenght(seat)',
    )
    expect(fixed(wrong)).toBe(wrong.replace('by strength(it)', 'by strenght(it)'))
  })

  it('replace a misspelt statement, key and block', () => {
    expect(fixed(RULES.replace('perform deed', 'perfrom deed'))).toBe(RULES)
    expect(fixed(RULES.replace('supply: box}\n  south', 'suply: box}\n  south'))).toBe(RULES)
    expect(fixed(RULES.replace('```example', '```exmple'))).toBe(RULES)
  })

  it('write a forced answer as an expectation', () => {
    const text = RULES.replace('   and north chooses mill\n', '   and north chooses bay\n').replace(
      '    set north.gold to 2\n',
      '    set north.gold to 2\n    place 1 north-guards in mill\n    place 1 north-guards in ford\n',
    )
    const own = projectOf({ [PATH]: text })
    const { game } = own
    if (game === undefined) throw new Error('The game has errors.')
    const [result] = exampleResults(game, PATH)
    const failure = result === undefined ? undefined : shownFailure(result)
    expect(failure?.message).toContain('This answer was forced')
    const [fix] = quickFixes(own, PATH, failure === undefined ? [] : [failure])
    const after = applied(text, fix?.edit?.changes?.[own.uriOf(PATH)] ?? [])
    expect(after).toContain('  when north does hire\n  then north had to choose bay\n')
  })

  it('replace tabs, and close a block', () => {
    expect(fixed(RULES.replace('  add 1 to', '\tadd 1 to'))).toBe(RULES)
    const open = RULES.trimEnd().replace(/```$/, '').trimEnd()
    expect(fixed(open)).toBe(`${open}\n\`\`\`\n`)
  })
})

describe('formatting of rules', () => {
  it('changes white space only, and is stable', () => {
    const rough = [
      'play # 2.1',
      '    repeat   up to 4 times ,seats in turn',
      '        let  n=count( guards in map )+1   ',
      '',
      '',
      '        # a note',
      '        if n>2',
      '           do pay( amount:1 )',
      'value  a =  -1',
      '      + 2      # 3.1',
    ].join('\n')
    const neat = [
      'play # 2.1',
      '  repeat up to 4 times, seats in turn',
      '    let n = count(guards in map) + 1',
      '',
      '    # a note',
      '    if n > 2',
      '      do pay(amount: 1)',
      'value a = -1',
      '      + 2      # 3.1',
    ].join('\n')
    expect(formatRules(rough)).toBe(neat)
    expect(formatRules(neat)).toBe(neat)
  })

  it('keeps texts, and lines that are no rules', () => {
    const text = 'play\n  say "two  spaces,no  change"\n  say "open'
    expect(formatRules(text)).toBe(text)
  })

  it('edits only the blocks of rules', () => {
    expect(formatted(project, PATH)).toEqual([])
    const rough = RULES.replace('  set round to 2', '    set round to 2').replace('add 1 to', 'add  1 to')
    const own = projectOf({ [PATH]: rough })
    expect(applied(rough, formatted(own, PATH))).toBe(RULES)
  })
})
