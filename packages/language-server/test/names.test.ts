/** Definition, references, rename, hover and completion in a small game. */
import { describe, expect, it } from 'vitest'
import { completions } from '../src/features/completion.js'
import { definitions, references } from '../src/features/definition.js'
import { hoverAt } from '../src/features/hover.js'
import { nameAt } from '../src/features/name-at.js'
import { prepareRename, RenameRefused, renamed } from '../src/features/rename.js'
import { FOLDER, positionOf, projectOf, RULES } from './support/memory.js'

const project = projectOf()
const PATH = 'rules.md'
const at = (part: string, nth?: number) => positionOf(RULES, part, nth)
const textAt = ({ start, end }: { start: { line: number; character: number }; end: { character: number } }) =>
  (RULES.split('\n')[start.line] ?? '').slice(start.character, end.character)
const linesOf = (places: readonly { range: { start: { line: number } } }[]) =>
  places.map(({ range }) => RULES.split('\n')[range.start.line]?.trim())

/** The document after an edit. */
function edited(edit: ReturnType<typeof renamed>): string {
  const lines = RULES.split('\n')
  const edits = edit.changes?.[`${FOLDER}/${PATH}`] ?? []
  for (const { range, newText } of edits.toSorted(
    (a, b) => b.range.start.character - a.range.start.character,
  )) {
    const line = lines[range.start.line] ?? ''
    lines[range.start.line] = line.slice(0, range.start.character) + newText + line.slice(range.end.character)
  }
  return lines.join('\n')
}

describe('the small game', () => {
  it('compiles without diagnostics', () => {
    expect(project.compilation.diagnostics).toEqual([])
  })
})

describe('go to definition', () => {
  it.each([
    ['strength(it)', 'value strength(seat) "strength of {seat}" = count(guards of seat in map) + seat.gold'],
    ['pay(amount: 1)', 'procedure pay(amount: number)                         # 3.2'],
    ['mill\n  then', 'mill: {name: Old Mill, adjacent: [ford]}'],
    ['gold to 2', 'gold: {range: 0..9, start: 2}'],
    ['deed != none', 'choose deed from actions where legal(it), or none "What do you do?"'],
    ['amount from', 'procedure pay(amount: number)                         # 3.2'],
    ['hire\n   and', 'action hire "Hire"                                    # 3.1'],
    ['north and south', 'seats: {north: The North, south: The South}'],
  ])('of `%s` leads to its line', (part, line) => {
    expect(linesOf(definitions(project, PATH, at(part)))).toEqual([line])
  })

  it('leads nowhere from prose and reserved words', () => {
    expect(definitions(project, PATH, at('Each seat'))).toEqual([])
    expect(definitions(project, PATH, at('where legal'))).toEqual([])
  })
})

describe('references', () => {
  it('are in rules, examples, policies and data', () => {
    const lines = linesOf(references(project, PATH, at('mill: {'), false))
    expect(lines).toEqual([
      'and north chooses mill',
      'then count(guards of north in mill) = 1',
      'prefer it = mill',
      'ford: {adjacent: [mill, bay]}',
    ])
  })

  it('of a local name stay in its rule, and include the policy that answers it', () => {
    const lines = linesOf(references(project, PATH, at('place from map'), true))
    expect(lines).toEqual([
      'choose place from map where no(guards in it) "Hire a guard in which place?"',
      'place guard of actor in place',
      'at hire.place',
    ])
  })
})

describe('rename', () => {
  it('changes every use, and the game still compiles', () => {
    const text = edited(renamed(project, PATH, at('strength(it)'), 'power'))
    expect(text).toContain('rank seats by power(it)')
    expect(text).toContain('value power(seat) "strength of {seat}"')
    expect(projectOf({ [PATH]: text }).compilation.diagnostics).toEqual([])
  })

  it('of a space changes data, examples and policies', () => {
    const text = edited(renamed(project, PATH, at('mill: {'), 'tower'))
    expect(text).not.toMatch(/\bmill\b/)
    expect(text).toContain('tower: {name: Old Mill, adjacent: [ford]}')
    expect(projectOf({ [PATH]: text }).compilation.diagnostics).toEqual([])
  })

  it('of a kind of piece changes its plural', () => {
    const text = edited(renamed(project, PATH, at('guard, count'), 'soldier'))
    expect(text).toContain('type: soldier, count')
    expect(text).toContain('count(soldiers of seat in map)')
    expect(projectOf({ [PATH]: text }).compilation.diagnostics).toEqual([])
  })

  it('of a parameter changes the calls that name it', () => {
    const text = edited(renamed(project, PATH, at('amount from'), 'price'))
    expect(text).toContain('do pay(price: 1)')
    expect(text).toContain('procedure pay(price: number)')
    expect(text).toContain('subtract price from actor.gold')
    expect(projectOf({ [PATH]: text }).compilation.diagnostics).toEqual([])
  })

  it.each([
    ['a name that exists', 'strength(it)', 'pay', /already a procedure `pay`/],
    ['a local name', 'mill: {', 'deed', /already a local name/],
    ['a reserved word', 'strength(it)', 'where', /reserved word/],
    ['no name', 'strength(it)', 'two words', /isn't a valid name/],
  ])('refuses %s', (_, part, name, message) => {
    expect(() => renamed(project, PATH, at(part), name)).toThrow(message)
    expect(() => renamed(project, PATH, at(part), name)).toThrow(RenameRefused)
  })

  it('starts with the name, also on its plural', () => {
    expect(prepareRename(project, PATH, at('guards of seat'))?.placeholder).toBe('guard')
    expect(prepareRename(project, PATH, at('Each seat'))).toBeNull()
  })
})

const hover = (part: string, nth?: number): string => {
  const contents = hoverAt(project, PATH, at(part, nth))?.contents
  return typeof contents === 'object' && 'value' in contents ? contents.value : ''
}

describe('hover', () => {
  it('shows the signature of a rule, and its prose', () => {
    expect(hover('strength(it)')).toContain('strength(seat: a seat): a number')
    expect(hover('hire.place')).toContain('Hire: pay one gold for a guard in a place nobody holds.')
  })

  it('shows types of local names', () => {
    expect(hover('deed != none')).toContain('choice deed: an action')
    expect(hover('amount from')).toContain('parameter amount: a number')
  })

  it('shows names of things', () => {
    expect(hover('mill\n  then')).toContain('Old Mill')
    expect(hover('gold to 2')).toContain('variable gold of a seat: a number')
  })

  it('shows the reference entry of a word of the notation', () => {
    expect(hover('repeat up')).toContain('docs/language/06-statements.md')
    expect(hover('count(guards of seat')).toContain('docs/language/04-functions.md')
    expect(hover('seat-variables:')).toContain('docs/language/02-components.md')
  })

  it('marks the word', () => {
    const range = hoverAt(project, PATH, at('strength(it)'))?.range
    expect(range === undefined ? '' : textAt(range)).toBe('strength')
  })
})

/** The labels of completions after a text that replaces a part of the rules. */
function completed(part: string, replacement: string): string[] {
  const text = RULES.replace(part, `${replacement}\n`)
  const own = projectOf()
  void own.compilation
  own.change(PATH, text)
  const { line, character } = positionOf(text, replacement)
  const [last = '', ...above] = replacement.split('\n').toReversed()
  const position = {
    line: line + above.length,
    character: above.length === 0 ? character + last.length : last.length,
  }
  return completions(own, PATH, position).map(({ label }) => label)
}

describe('completion', () => {
  it('at the margin has declarations only', () => {
    const labels = completed('procedure pay(amount: number)', 'pro')
    expect(labels).toContain('procedure')
    expect(labels).not.toContain('pay')
  })

  it('at the start of a line has statements', () => {
    const labels = completed('    if deed != none', '    pe')
    expect(labels).toEqual(expect.arrayContaining(['perform', 'place', 'deed', 'requires']))
    expect(labels).not.toContain('procedure')
  })

  it('after `do` has procedures, and after `does` actions', () => {
    expect(completed('  do pay(amount: 1)', '  do p')).toEqual(['pay', 'play'])
    expect(completed('  when north does hire', '  when north does ')).toEqual(['hire', 'wait'])
  })

  it('in an expression has local names, names of the game and functions', () => {
    const labels = completed('  subtract amount from actor.gold', '  subtract a')
    expect(labels).toEqual(expect.arrayContaining(['amount', 'round', 'count', 'strength', 'mill', 'north']))
    expect(labels).not.toContain('steady')
    expect(labels).not.toContain('pay')
  })

  it('after a dot has the members of the type', () => {
    const labels = completed('  requires actor.gold > 0', '  requires actor.')
    expect(labels).toEqual(expect.arrayContaining(['gold', 'next', 'box']))
    expect(labels).not.toContain('neighbors')
    expect(completed('rank seats by strength(it)', 'if mill.')).toContain('neighbors')
  })

  it('in a text is only for values in braces', () => {
    expect(completed('action wait "Wait"', 'action wait "Wai')).toEqual([])
    expect(
      completed(
        'choose deed from actions where legal(it), or none "What do you do?"',
        'choose deed from actions "What, {ro',
      ),
    ).toContain('round')
  })

  it('in a comment and in prose is empty', () => {
    expect(completed('play # 2.1', 'play # ')).toEqual([])
    expect(completed('Each seat acts once in a round.', 'Each sea')).toEqual([])
  })

  it('in data has keys at the margin and names below', () => {
    expect(completed('variables:\n  round: 1..3', 'var')).toContain('variables')
    expect(completed('  bay: {adjacent: [ford]}', '  bay: {adjacent: [f')).toContain('ford')
  })

  it('documents the words of the notation', () => {
    const items = completions(project, PATH, { ...at('  rank seats'), character: 2 })
    const item = items.find(({ label }) => label === 'rank')
    expect(JSON.stringify(item?.documentation)).toContain('docs/language/09-play.md')
  })
})

describe('the name at a place', () => {
  it('is one of the game, with its kind, its signature and its range', () => {
    const found = nameAt(project, PATH, at('gold to 2'))
    expect(found).toMatchObject({
      name: 'gold',
      kind: 'variable',
      signature: 'variable gold of a seat: a number',
    })
    expect(found === null ? '' : textAt(found.range)).toBe('gold')
    expect(nameAt(project, PATH, at('strength(it)'))).toMatchObject({ name: 'strength', kind: 'function' })
  })

  it('is none of the language, of a rule alone, or in prose', () => {
    for (const word of ['where legal', 'amount from', 'Each seat'])
      expect(nameAt(project, PATH, at(word)), word).toBeNull()
  })
})
