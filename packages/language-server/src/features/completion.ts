/** Completion: the names and words that are valid at the cursor. */
import {
  type Block,
  describe,
  extractBlocks,
  DECLARATION_KEYS,
  membersOf,
  readLines,
  Reporter,
  splitLines,
  type Token,
  typeOfWord,
  VOCABULARY,
} from '@ludoforge/compiler/editing'
import type { CompletionItem, Position } from 'vscode-languageserver'
import type { Local } from '../names/locals.js'
import { type Definition, type NameIndex, type NameKind, scopedParts } from '../names/name-index.js'
import { yamlWords } from '../names/yaml-words.js'
import type { Project } from '../project.js'
import { entriesOf } from '../reference.js'
import { signatureOf, titleOf } from './describe-name.js'
import { entryText } from './hover.js'

/** The characters after which editors request completions without being asked. */
export const TRIGGERS: readonly string[] = ['.', ' ', '(', '{']

/** The kinds of items of the protocol. */
const ITEM = { function: 3, variable: 6, class: 7, property: 10, value: 12, keyword: 14, place: 20 } as const

/** What can be written at a place: words of the notation, names of these kinds, and local names. */
interface Wanted {
  readonly words?: readonly string[]
  readonly kinds?: readonly NameKind[] | 'all'
  readonly locals?: boolean
  readonly members?: boolean
}

const EXPRESSION: Wanted = {
  words: [
    ...VOCABULARY.words,
    ...VOCABULARY.functions,
    'and',
    'or',
    'not',
    'in',
    'is',
    'of',
    'where',
    'if',
    'then',
    'else',
    'as',
    'reachable from',
  ],
  kinds: 'all',
  locals: true,
}

/** Kinds that never stand alone in an expression. */
const NOT_IN_EXPRESSIONS: ReadonlySet<NameKind> = new Set([
  'scenario',
  'policy',
  'window',
  'procedure',
  'enumeration',
])

/** What the word before the cursor asks for. */
const AFTER: Readonly<Record<string, Wanted>> = {
  do: { kinds: ['procedure'] },
  perform: { kinds: ['action', 'function'], locals: true },
  does: { kinds: ['action'] },
  whenever: { kinds: ['procedure', 'action'] },
  window: { kinds: ['window'] },
  offering: { kinds: ['window'] },
  setup: { kinds: ['scenario'] },
  scenario: { kinds: ['scenario'] },
  option: { kinds: ['option'] },
  asked: {},
  let: {},
  roll: {},
  into: {},
  tagged: {},
  for: { kinds: ['seat'] },
  by: {
    words: ['actor', 'each'],
    kinds: ['seat', 'policy', 'function', 'variable', 'attribute'],
    locals: true,
  },
  given: {
    words: ['an empty board', 'the start', 'the scenario', 'seed', 'option', 'you are'],
    kinds: ['seat'],
  },
  class: { kinds: ['value'] },
}

/** The completions at a position. They are those of the last compilation, so that typing never waits for one. */
export function completions(project: Project, path: string, { line, character }: Position): CompletionItem[] {
  const text = project.text(path) ?? ''
  const before = (splitLines(text)[line] ?? '').slice(0, character)
  const block = extractBlocks([{ path, text }], new Reporter()).find(({ span, text: own }) => {
    const last = span.line + own.split('\n').length - 1
    return line + 1 >= span.line && line + 1 <= last
  })
  if (block === undefined) return []
  const names = project.recentNames
  if (block.lang === 'yaml') return inData(project, names, before)
  const typed = before.replace(/[\w-]*$/, '')
  const inText = (typed.split('"').length - 1) % 2 === 1
  if (!inText && typed.replaceAll(/"[^"]*"/g, '').includes('#')) return []
  const inside = inText ? /\{([^{}]*)$/.exec(typed)?.[1] : undefined
  if (inText && inside === undefined) return []
  const tokens = tokensOf(inside ?? typed)
  const scoped = scopedParts(block).findLast(({ part }) => part.span.line <= line + 1)
  const head = scoped?.part.lines[0]?.tokens[0]?.text
  const wanted =
    inside === undefined ? wantedAt(block, typed, tokens, head, before.startsWith(' ')) : EXPRESSION
  const locals = (scoped?.locals ?? []).filter(({ token }) => token.span.line <= line + 1)
  if (wanted.members === true) return membersAt(project, names, tokens, locals)
  return itemsFor(project, names, block.lang, wanted, locals)
}

const tokensOf = (text: string): readonly Token[] =>
  readLines(text, { file: '', line: 1, column: 1 }, new Reporter()).flatMap((line) => line.tokens)

function wantedAt(
  { lang }: Block,
  typed: string,
  tokens: readonly Token[],
  head: string | undefined,
  isIndented: boolean,
): Wanted {
  const last = tokens.at(-1)
  if (typed.endsWith('.') && last?.text === '.') return { members: true }
  if (last === undefined) return lineStart(lang, head, isIndented)
  const known = last.kind === 'name' ? AFTER[last.text] : undefined
  if (known !== undefined) return known
  if (lang === 'rules' && !isIndented && last.text === ':')
    return { words: VOCABULARY.types, kinds: ['enumeration', 'table'] }
  if (lang === 'rules' && !isIndented && tokens.length === 1 && VOCABULARY.declarations.includes(last.text))
    return {}
  if (head === 'policy' && tokens.length === 1 && last.text === 'at')
    return { kinds: ['procedure', 'action'] }
  if (lang !== 'rules' && tokens.length === 1 && (last.text === 'when' || last.text === 'and'))
    return { ...EXPRESSION, words: [...(EXPRESSION.words ?? []), 'do', 'perform', 'everybody'] }
  if (lang !== 'rules' && tokens.length === 2)
    return {
      ...EXPRESSION,
      words: [
        ...(EXPRESSION.words ?? []),
        'does',
        'chooses',
        'decides',
        'plays',
        'is asked',
        'is offered',
        'had to choose',
        'would choose',
        'has won',
      ],
    }
  return EXPRESSION
}

/** The words that start a line. */
function lineStart(lang: Block['lang'], head: string | undefined, isIndented: boolean): Wanted {
  if (lang === 'example') return { words: VOCABULARY.exampleSteps }
  if (lang === 'lesson') return { words: VOCABULARY.lessonEntries }
  if (lang === 'guide') return { words: VOCABULARY.guideLines }
  if (!isIndented) return { words: VOCABULARY.declarations }
  if (head === 'policy') return { words: VOCABULARY.policyLines }
  return {
    words: [...VOCABULARY.statements, 'requires', 'offers', 'option', 'else'],
    kinds: ['seat'],
    locals: true,
  }
}

function itemsFor(
  project: Project,
  names: NameIndex,
  lang: Block['lang'],
  { words = [], kinds = [], locals: withLocals = false }: Wanted,
  locals: readonly Local[],
): CompletionItem[] {
  const found = new Map<string, CompletionItem>()
  if (withLocals)
    for (const { token, kind } of locals)
      found.set(token.text, {
        label: token.text,
        kind: ITEM.variable,
        detail: kind,
        sortText: `0${token.text}`,
      })
  for (const [name, definitions] of names.definitions) {
    const fitting = definitions.filter(({ kind }) =>
      kinds === 'all' ? !NOT_IN_EXPRESSIONS.has(kind) : kinds.includes(kind),
    )
    const [first] = fitting
    if (first !== undefined && !found.has(name)) found.set(name, nameItem(project, name, first))
  }
  for (const word of words) if (!found.has(word)) found.set(word, wordItem(word, lang))
  return [...found.values()]
}

function nameItem(project: Project, name: string, definition: Definition): CompletionItem {
  const title = titleOf(project, definition)
  return {
    label: name,
    kind: itemKind(definition.kind),
    detail: signatureOf(project, definition),
    sortText: `1${name}`,
    ...(title === undefined ? {} : { documentation: title }),
  }
}

function itemKind(kind: NameKind): NonNullable<CompletionItem['kind']> {
  if (kind === 'function' || kind === 'procedure' || kind === 'action' || kind === 'window')
    return ITEM.function
  if (kind === 'space' || kind === 'zone' || kind === 'seat') return ITEM.place
  if (kind === 'kind of piece' || kind === 'group') return ITEM.class
  if (kind === 'attribute' || kind === 'property' || kind === 'seat property') return ITEM.property
  return kind === 'value' ? ITEM.value : ITEM.variable
}

function wordItem(word: string, place: Block['lang']): CompletionItem {
  const [entry] = entriesOf(word.split(' ')[0] ?? word, place)
  return {
    label: word,
    kind: VOCABULARY.functions.includes(word) ? ITEM.function : ITEM.keyword,
    sortText: `2${word}`,
    ...(entry === undefined
      ? {}
      : { detail: entry.kind, documentation: { kind: 'markdown' as const, value: entryText(entry) } }),
  }
}

/** The members of what stands before the dot. If its type isn't known, those of every type. */
function membersAt(
  project: Project,
  names: NameIndex,
  tokens: readonly Token[],
  locals: readonly Local[],
): CompletionItem[] {
  const { world } = names.compilation
  const object = tokens.at(-2)
  const types = object?.kind === 'name' ? typesOf(names, object.text, locals) : []
  const known = types.length === 0 ? ['zone', 'seat', 'token'] : types
  const members = new Map(
    known.flatMap((type) => membersOf(world, type).map((name) => [name, type] as const)),
  )
  return [...members].map(([name, type]) => {
    const [definition] = names.definitions.get(name) ?? []
    const item = definition === undefined ? undefined : nameItem(project, name, definition)
    return {
      label: name,
      kind: ITEM.property,
      detail: item?.detail ?? `of ${describe(type)}`,
      ...documentation(item),
    }
  })
}

const documentation = (item: CompletionItem | undefined): Pick<CompletionItem, 'documentation'> =>
  item?.documentation === undefined ? {} : { documentation: item.documentation }

/** The types that a word can have. */
function typesOf(names: NameIndex, word: string, locals: readonly Local[]): string[] {
  const { world } = names.compilation
  if (word === 'actor' || word === 'next') return ['seat']
  const isLocal = locals.some(({ token }) => token.text === word)
  const places = (world.typed ?? []).filter(({ span }) => span.length === word.length)
  const atUses = isLocal
    ? places.filter(({ span }) =>
        names.compilation.sources.line(span.file, span.line)?.startsWith(word, span.column - 1),
      )
    : []
  const used = [...new Set(atUses.map(({ type }) => type))].filter((type) => type !== 'any')
  if (used.length === 1) return used
  const named = typeOfWord(word, world)
  if (named !== undefined) return [named]
  return (names.definitions.get(word) ?? []).flatMap(({ kind, name }) => {
    if (kind === 'seat') return ['seat']
    if (kind === 'space' || kind === 'zone') return ['zone']
    if (kind === 'variable') return world.variables.get(name)?.type ?? []
    return kind === 'function' ? (world.functions.get(name)?.returns() ?? []) : []
  })
}

/** In data: the top-level keys at the margin, else the keys and names that the game has. */
function inData(project: Project, names: NameIndex, before: string): CompletionItem[] {
  if (/^[\w-]*$/.test(before)) return DECLARATION_KEYS.map((key) => wordItem(key, 'yaml'))
  const isKey = /^\s*[\w-]*$|[{,]\s*[\w-]*$/.test(before)
  const keys = isKey
    ? new Set(
        names.compilation.blocks
          .filter(({ lang }) => lang === 'yaml')
          .flatMap((block) => yamlWords(block).flatMap(({ text, isKey: is }) => (is ? [text] : []))),
      )
    : []
  const items = itemsFor(project, names, 'yaml', { kinds: DATA }, [])
  const known = new Set(items.map(({ label }) => label))
  return [...items, ...[...keys].filter((key) => !known.has(key)).map((key) => wordItem(key, 'yaml'))]
}

/** The kinds of names that data refers to. */
const DATA: readonly NameKind[] = [
  'seat',
  'space',
  'zone',
  'kind of piece',
  'group',
  'value',
  'enumeration',
  'attribute',
  'property',
  'option',
  'variable',
  'function',
]
