import { describe, expect, it } from 'vitest'
import {
  didYouMean,
  diagnosticsToJson,
  closestName,
  renderDiagnostic,
  renderDiagnostics,
  Reporter,
} from '../src/diagnostics/index.js'
import { Sources, type Span } from '../src/source/index.js'

const span = (line: number, column: number, length: number, file = 'map.md'): Span => ({
  file,
  line,
  column,
  length,
})

describe('a reporter', () => {
  it('has errors first, then sorts by file, line and column, what has no place first', () => {
    const reporter = new Reporter()
    reporter.error('third', span(2, 1, 1, 'b.md'), 'three')
    reporter.warn('second', span(9, 4, 1, 'a.md'), 'two')
    reporter.error('first', undefined, 'one')
    reporter.error('earlier', span(9, 2, 1, 'a.md'), 'earlier')
    expect(reporter.diagnostics.map(({ code }) => code)).toEqual(['first', 'earlier', 'third', 'second'])
  })

  it('drops exact duplicates and keeps what differs in any part', () => {
    const reporter = new Reporter()
    reporter.error('same', span(1, 1, 1), 'again')
    reporter.error('same', span(1, 1, 1), 'again')
    reporter.error('same', span(1, 2, 1), 'again')
    reporter.warn('same', span(1, 1, 1), 'again')
    expect(reporter.diagnostics).toHaveLength(3)
  })

  it('reports a name that nothing has once, at its first place, with all others', () => {
    const reporter = new Reporter()
    reporter.missing('mil', 'unknown-name', span(7, 1, 3), '`mil` is not a space.')
    reporter.missing(
      'mil',
      'unknown-name',
      span(2, 1, 3),
      "`mil` isn't a valid name.",
      'did you mean `mill`?',
    )
    reporter.missing('ford', 'unknown-name', span(9, 1, 3), "`ford` isn't a valid name.")
    expect(reporter.diagnostics).toMatchObject([
      { message: "`mil` isn't a valid name.", span: span(2, 1, 3), also: [span(7, 1, 3)] },
      { message: "`ford` isn't a valid name." },
    ])
    const rendered = renderDiagnostics(reporter.diagnostics, new Sources(), { colour: false })
    expect(rendered).toContain('also at map.md:7')
    expect(rendered).toContain('2 errors')
    expect(JSON.parse(diagnosticsToJson(reporter.diagnostics))[0].also).toEqual([span(7, 1, 3)])
  })

  it('skips a name that a declaration with an error would have declared', () => {
    const sources = new Sources([{ path: 'map.md', text: 'other:\n  mill:\n    wdth: 3\nford: {}' }])
    const reporter = new Reporter(sources)
    reporter.error('unknown-key', span(3, 5, 4), 'There is no key `wdth`.')
    reporter.missing('mill', 'unknown-name', span(9, 1, 4), "`mill` isn't a valid name.")
    reporter.missing('ford', 'unknown-name', span(9, 1, 4), "`ford` isn't a valid name.")
    expect(reporter.diagnostics.map(({ message }) => message)).toEqual([
      'There is no key `wdth`.',
      "`ford` isn't a valid name.",
    ])
  })

  it('has errors only if an error was reported', () => {
    const reporter = new Reporter()
    reporter.warn('careful', undefined, 'a warning')
    expect(reporter.hasErrors).toBe(false)
    reporter.error('broken', undefined, 'an error')
    expect(reporter.hasErrors).toBe(true)
  })

  it('gives JSON that tools can read, with flat places', () => {
    const reporter = new Reporter()
    reporter.error('unknown-name', span(3, 5, 2), 'No `xy`.', 'did you mean `xyz`?')
    expect(JSON.parse(diagnosticsToJson(reporter.diagnostics))).toEqual([
      {
        severity: 'error',
        code: 'unknown-name',
        message: 'No `xy`.',
        file: 'map.md',
        line: 3,
        column: 5,
        length: 2,
        hint: 'did you mean `xyz`?',
      },
    ])
  })
})

describe('the nearest name', () => {
  const names = ['highland', 'lowland', 'jungle', 'old-mill', 'red']

  it('ignores typos and case', () => {
    expect(closestName('higland', names)).toBe('highland')
    expect(closestName('JUNGEL', names)).toBe('jungle')
    expect(closestName('old-mlil', names)).toBe('old-mill')
    expect(closestName('RED', names)).toBe('red')
  })

  it('is silent when no name is near', () => {
    expect(closestName('river', names)).toBeUndefined()
    expect(closestName('rat', ['red'])).toBeUndefined()
    expect(closestName('', names)).toBeUndefined()
    expect(didYouMean('river', names)).toBeUndefined()
  })

  it('becomes a hint', () => {
    expect(didYouMean('lowlnd', names)).toBe('did you mean `lowland`?')
  })
})

describe('a rendered diagnostic', () => {
  const long = `${'x'.repeat(150)}wrong${'y'.repeat(150)}`
  const sources = new Sources([
    {
      path: 'map.md',
      text: ['mil: {adjacent: [harbur]}', '\tname:\tx y', '漢字: wrong', long, 'short'].join('\r\n'),
    },
  ])

  it('is the same as in the golden text', () => {
    const reporter = new Reporter()
    reporter.error('no-game', undefined, 'This folder declares no game.', 'add `game: {id: …}`')
    reporter.error('unknown-space', span(1, 18, 6), 'There is no space `harbur`.', 'did you mean `harbour`?')
    reporter.warn('after-tabs', span(2, 8, 3), 'Tabs keep the carets in place.')
    reporter.error('after-wide', span(3, 5, 5), 'So do wide characters.')
    reporter.error('far-right', span(4, 151, 5), 'A long line is cut around the place.')
    reporter.error('end-of-line', span(5, 6, 1), 'Something is missing after this.')
    reporter.error('no-such-line', span(99, 1, 1), 'A place without its text is still named.')
    expect(
      `\n${renderDiagnostics(reporter.diagnostics, sources, { colour: false })}\n`,
    ).toMatchInlineSnapshot(`
      "
      error no-game: This folder declares no game.
         = add \`game: {id: …}\`

      map.md:1:18: error unknown-space: There is no space \`harbur\`.
        1 | mil: {adjacent: [harbur]}
          |                  ^^^^^^
          = did you mean \`harbour\`?

      map.md:3:5: error after-wide: So do wide characters.
        3 | 漢字: wrong
          |       ^^^^^

      map.md:4:151: error far-right: A long line is cut around the place.
        4 | …xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxwrongyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy…
          |                                                    ^^^^^

      map.md:5:6: error end-of-line: Something is missing after this.
        5 | short
          |      ^

      map.md:99:1: error no-such-line: A place without its text is still named.

      map.md:2:8: warning after-tabs: Tabs keep the carets in place.
        2 |     name:   x y
          |             ^^^

      6 errors, 1 warning
      "
    `)
  })

  it('is coloured only on request', () => {
    const reporter = new Reporter()
    reporter.error('unknown-space', span(1, 18, 6), 'There is no space `harbur`.', 'hint')
    const [diagnostic] = reporter.diagnostics
    if (diagnostic === undefined) throw new Error('nothing was reported')
    const plain = renderDiagnostic(diagnostic, sources, { colour: false })
    const coloured = renderDiagnostic(diagnostic, sources, { colour: true })
    expect(plain).not.toContain('\u001B')
    expect(coloured).toContain('\u001B[31m')
    // oxlint-disable-next-line no-control-regex
    expect(coloured.replaceAll(/\u001B\[\d+m/g, '')).toBe(plain)
  })
})
