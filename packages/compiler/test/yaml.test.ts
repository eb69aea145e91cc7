import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Reporter } from '../src/diagnostics/index.js'
import { extractBlocks } from '../src/folder/index.js'
import { Reader, parseYaml, type YamlNode } from '../src/yaml/index.js'

function parse(text: string, path = 'data.yaml') {
  const reporter = new Reporter()
  const [block] = extractBlocks([{ path, text }], reporter)
  if (block === undefined) throw new Error('no block')
  const node = parseYaml(block, reporter)
  const found = reporter.diagnostics.map(({ code, span }) => `${code} ${span?.line}:${span?.column}`)
  return { node, found, reporter }
}

function plain(node: YamlNode | undefined): unknown {
  if (node === undefined) return undefined
  if (node.kind === 'scalar') return node.value
  if (node.kind === 'list') return node.items.map(plain)
  return Object.fromEntries(node.entries.map(({ key, value }) => [key, plain(value)]))
}

describe('a tree of YAML', () => {
  it('is YAML 1.2: yes, no and on are text', () => {
    const { node } = parse('a: yes\nb: no\nc: on\nd: true\ne: 12\nf: -3\ng: 2..14\nh:\ni: [x, {y: 1}]')
    expect(plain(node)).toEqual({
      a: 'yes',
      b: 'no',
      c: 'on',
      d: true,
      e: 12,
      f: -3,
      g: '2..14',
      h: null,
      i: ['x', { y: 1 }],
    })
  })

  it('knows the place of every key and value', () => {
    const { node } = parse('text\n\n  ```yaml\n  map:\n    inn: {pop: 2}\n  ```\n', 'map.md')
    if (node?.kind !== 'map') throw new Error('no map')
    const [map] = node.entries
    expect(map?.keySpan).toEqual({ file: 'map.md', line: 4, column: 3, length: 3 })
    if (map?.value.kind !== 'map') throw new Error('no map')
    const [inn] = map.value.entries
    expect(inn?.keySpan).toEqual({ file: 'map.md', line: 5, column: 5, length: 3 })
    if (inn?.value.kind !== 'map') throw new Error('no map')
    expect(inn.value.entries[0]?.value.span).toEqual({ file: 'map.md', line: 5, column: 16, length: 1 })
  })

  it('keeps keys as they were written', () => {
    expect(plain(parse('1: a\n0x2: b\ntrue: c\n"d e": f').node)).toEqual({
      1: 'a',
      '0x2': 'b',
      true: 'c',
      'd e': 'f',
    })
  })

  it('returns the readable part in addition to the errors', () => {
    const { node, found } = parse('a: 1\na: 2\nb: 3')
    expect(plain(node)).toEqual({ a: 1, b: 3 })
    expect(found).toEqual(['duplicate-key 2:1'])
  })

  it.each([
    ['tabs', 'a:\n\tb: 1', 'yaml-tab 2:1'],
    ['merge keys', 'a: &x {b: 1}\nc:\n  <<: *x', 'yaml-merge-key 3:3'],
    ['tags', 'a: !!set {x}', 'yaml-tag 1:4'],
    ['another version', '%YAML 1.1\n---\na: 1', 'yaml-version 1:1'],
    ['two documents', 'a: 1\n---\nb: 2', 'yaml-syntax 2:1'],
    ['reserved characters', 'a: @x', 'yaml-syntax 1:4'],
    ['an unclosed brace', 'a: {b: 1', 'yaml-syntax 1:9'],
    ['a colon in plain text', 'about: one: two', 'yaml-syntax 1:8'],
    ['keys that are lists', '? [1, 2]\n: 3', 'yaml-bad-key 1:3'],
    ['an unknown alias', 'a: *x', 'yaml-alias 1:4'],
    ['an anchor in itself', 'a: &x [1, *x]', 'yaml-alias 1:11'],
    ['old octal numbers', 'a: 017', 'yaml-leading-zero 1:4'],
  ])('reports %s at the place', (_, text, expected) => {
    expect(parse(text).found).toEqual([expected])
  })

  it('resolves aliases', () => {
    expect(plain(parse('a: &x {b: 1}\nc: *x\nd: [*x]').node)).toEqual({
      a: { b: 1 },
      c: { b: 1 },
      d: [{ b: 1 }],
    })
  })

  it('refuses aliases that multiply without end', () => {
    const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]']
    for (let at = 1; at < 12; at += 1) {
      lines.push(`a${at}: &a${at} [${Array.from({ length: 10 }, () => `*a${at - 1}`).join(', ')}]`)
    }
    expect(parse(lines.join('\n')).found[0]).toMatch(/^yaml-alias 6:/)
  })

  it('refuses nesting without end', () => {
    for (const text of ['['.repeat(20_000), `${'- '.repeat(5000)}a`, '{a: '.repeat(300) + '}'.repeat(300)]) {
      expect(parse(text).found.some((one) => one.startsWith('yaml-too-deep'))).toBe(true)
    }
  })

  it('is never an exception', () => {
    const piece = fc.constantFrom('a', ': ', ' ', '\n', '  ', '- ', '{', '}', '[', ']', ',', '&x ', '*x', '?', '|', '>', '"', "'", '#', '!', '%', '\t', '---', '<<', '0', '\r') // biome-ignore format: a list of pieces
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join('')),
    )
    fc.assert(
      fc.property(text, (yaml) => {
        plain(parse(yaml).node)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('reading with expectations', () => {
  const value = (text: string) => {
    const { node, reporter } = parse(text)
    if (node === undefined) throw new Error('nothing')
    return { node, reporter, last: () => reporter.diagnostics.at(-1) }
  }

  it('wants 32-bit integers', () => {
    const bad = ['1.5', '2147483648', '-2147483649', 'abc', '[1]', '.inf', '1e400', "'3'"]
    for (const text of bad) {
      const { node, reporter, last } = value(text)
      expect(new Reader(reporter).int(node, 'the count')).toBeUndefined()
      expect(last()?.code).toBe('wrong-type')
    }
    const { node, reporter } = value('-2147483648')
    expect(new Reader(reporter).int(node, 'the count')).toBe(-(2 ** 31))
  })

  it('reports values out of range', () => {
    const { node, reporter, last } = value('0')
    expect(new Reader(reporter).int(node, 'the count of `x`', { min: 1 })).toBeUndefined()
    expect(last()).toMatchObject({ code: 'out-of-range', message: 'The count of `x` must be at least 1.' })
  })

  it('takes a number as text where text is wanted', () => {
    const { node, reporter } = value('1968')
    expect(new Reader(reporter).string(node, 'the title')).toBe('1968')
  })

  it('explains yes and no', () => {
    const { node, reporter, last } = value('yes')
    expect(new Reader(reporter).flag(node, '`coastal`')).toBeUndefined()
    expect(last()?.hint).toBe('`yes` is text in YAML 1.2. Write `true`')
  })

  it('offers the nearest word', () => {
    const { node, reporter, last } = value('ownr')
    expect(new Reader(reporter).oneOf(node, '`visible`', ['all', 'owner', 'none'])).toBeUndefined()
    expect(last()?.hint).toBe('did you mean `owner`?')
  })

  it('reports unknown and missing keys', () => {
    const { node, reporter } = value('nam: x\ncount: 3')
    const fields = new Reader(reporter).fields(node, 'the piece `x`')
    expect([fields.string('name'), fields.int('count')]).toEqual([undefined, 3])
    fields.required('supply')
    fields.end()
    expect(reporter.diagnostics.map(({ code, message, hint }) => [code, message, hint])).toEqual([
      ['unknown-key', 'The piece `x` has no key `nam`.', 'did you mean `name`?'],
      ['missing-key', 'The piece `x` needs the key `supply`.', undefined],
    ])
  })
})
