/** The names of a game: where they are defined and used. */
import {
  type Block,
  blockParts,
  type BlockPart,
  type Compilation,
  formsOf,
  type Span,
  type Token,
  VOCABULARY,
} from '@ludoforge/compiler/editing'
import { type Local, localsOf } from './locals.js'
import { yamlWords } from './yaml-words.js'

/** What a name is. The words are those of messages. */
export type NameKind =
  | 'seat'
  | 'space'
  | 'zone'
  | 'kind of piece'
  | 'group'
  | 'variable'
  | 'attribute'
  | 'property'
  | 'seat property'
  | 'enumeration'
  | 'value'
  | 'table'
  | 'option'
  | 'scenario'
  | 'function'
  | 'procedure'
  | 'action'
  | 'window'
  | 'policy'

/** A global name where it is defined. */
export interface Definition {
  readonly name: string
  readonly kind: NameKind
  readonly span: Span | undefined
  /** Of a value: its enumeration. */
  readonly of?: string
}

/** A word in a block of rules, an example or a lesson, with the part around it. */
export interface WordAt {
  readonly token: Token
  readonly part: BlockPart
  readonly block: Block
  readonly index: number // in the tokens of its line
  readonly line: readonly Token[]
}

/** A part of a block with its local names. */
interface ScopedPart {
  readonly part: BlockPart
  readonly block: Block
  readonly locals: readonly Local[]
}

/** The kinds whose names may be used in the plural. */
const INFLECTED: ReadonlySet<NameKind> = new Set(['kind of piece', 'group', 'value', 'seat', 'property'])

/** The keys of `Declarations.spans`, as kinds. */
const KINDS: Readonly<Record<string, NameKind>> = {
  seat: 'seat',
  zone: 'zone',
  family: 'zone',
  token: 'kind of piece',
  group: 'group',
  variable: 'variable',
  attribute: 'attribute',
  property: 'property',
  'seat-property': 'seat property',
  enum: 'enumeration',
  table: 'table',
  option: 'option',
  scenario: 'scenario',
}

const partsOfBlock = new WeakMap<Block, readonly ScopedPart[]>()

/** The parts of a block, with their local names. */
export function scopedParts(block: Block): readonly ScopedPart[] {
  const known = partsOfBlock.get(block)
  if (known !== undefined) return known
  const parts = blockParts(block).map((part) => ({ part, block, locals: localsOf(part) }))
  partsOfBlock.set(block, parts)
  return parts
}

/** The names of one compilation. */
export class NameIndex {
  readonly definitions = new Map<string, Definition[]>()

  constructor(readonly compilation: Compilation) {
    const { world } = compilation
    for (const [key, span] of world.declarations.spans) this.#declared(key, span)
    for (const [of, values] of world.enums)
      for (const name of values) this.#add({ name, kind: 'value', span: undefined, of })
    for (const { id, span } of world.functions.values()) this.#add({ name: id, kind: 'function', span })
    for (const { id, action, window, span } of world.procedures.values())
      this.#add({ name: id, kind: action ? 'action' : window === true ? 'window' : 'procedure', span })
    for (const { part } of this.parts('rules')) {
      const [head, name] = part.lines[0]?.tokens ?? []
      if (head?.text === 'policy' && name?.kind === 'name')
        this.#add({ name: name.text, kind: 'policy', span: name.span })
    }
  }

  #declared(key: string, span: Span): void {
    const at = key.indexOf(':')
    const [what, name] = [key.slice(0, at), key.slice(at + 1)]
    const kind = KINDS[what]
    if (kind === undefined || name.includes(':')) return
    const isSpace = kind === 'zone' && this.compilation.world.zones.get(name)?.space === true
    this.#add({ name, kind: isSpace ? 'space' : kind, span })
  }

  #add(definition: Definition): void {
    const all = this.definitions.get(definition.name)
    if (all === undefined) this.definitions.set(definition.name, [definition])
    else if (definition.span === undefined || !all.some(({ span }) => isSame(span, definition.span)))
      all.push(definition)
  }

  /** The parts of all blocks of these kinds. */
  parts(...langs: readonly Block['lang'][]): ScopedPart[] {
    const { blocks } = this.compilation
    return blocks.filter(({ lang }) => langs.length === 0 || langs.includes(lang)).flatMap(scopedParts)
  }

  /** The meanings of a word: the names that are the word, or of which it is the plural. */
  meanings(word: string): readonly Definition[] {
    const exact = this.definitions.get(word)
    if (exact !== undefined) return exact
    return formsOf(word).flatMap((form) =>
      (this.definitions.get(form) ?? []).filter(({ kind }) => INFLECTED.has(kind)),
    )
  }

  /** Where a name is defined. A value without a declaration is defined where data first has it. */
  placesOf(definition: Definition): Span[] {
    if (definition.span !== undefined) return [definition.span]
    const [first] = this.#inData(definition.name)
    return first === undefined ? [] : [first]
  }

  /** All places that name something of this name, in rules, examples, lessons and data. */
  uses(name: string): Span[] {
    const inText = this.parts().flatMap((scoped) =>
      wordsOf(scoped).flatMap(({ token }) => {
        const isIt = token.text === name || this.meanings(token.text).some((one) => one.name === name)
        return isIt && !scoped.locals.some((local) => local.token.text === token.text) ? [token.span] : []
      }),
    )
    return unique([...inText, ...this.#inData(name)])
  }

  #inData(name: string): Span[] {
    const found = this.compilation.blocks
      .filter(({ lang }) => lang === 'yaml')
      .flatMap((block) =>
        yamlWords(block).flatMap(({ text, line, column }) =>
          text === name || (!this.definitions.has(text) && formsOf(text).includes(name))
            ? [{ file: block.file, line, column, length: text.length }]
            : [],
        ),
      )
    return found
  }

  /** The word at a place of a block of rules, an example or a lesson. */
  wordAt(file: string, line: number, character: number): WordAt | undefined {
    for (const { part, block } of this.compilation.blocks
      .filter((one) => one.file === file)
      .flatMap(scopedParts))
      for (const { tokens } of part.lines)
        for (const [index, token] of tokens.entries()) {
          const { span, kind } = token
          const from = span.column - 1
          if (kind === 'name' && span.line === line && character >= from && character <= from + span.length)
            return { token, part, block, index, line: tokens }
        }
    return undefined
  }

  /** The place where a word that names something local is introduced. */
  localOf({ token, part, block, line, index }: WordAt): readonly Local[] {
    const before = line[index - 1]
    if (before?.kind === 'mark' && before.text === '.') return []
    if (isHeadWord(token, index)) return []
    const scoped = scopedParts(block).find((one) => one.part === part)
    return (scoped?.locals ?? []).filter((local) => local.token.text === token.text)
  }

  /** All places of a local name: in its own part, and where calls and questions name it. */
  localUses(word: WordAt, local: Local): Span[] {
    const { part, block } = word
    const name = local.token.text
    const own = wordsOf({ part, block, locals: [] }).flatMap(({ token, line, index }) => {
      const before = line[index - 1]
      const isMember = before?.kind === 'mark' && before.text === '.'
      return token.text === name && !isMember && !isArgumentName(line, index) ? [token.span] : []
    })
    const head = part.lines[0]?.tokens[1]?.text
    const elsewhere = head === undefined ? [] : this.#namedElsewhere(head, local)
    return unique([...own, ...elsewhere])
  }

  /** Where other rules name a parameter in a call, and where policies and lessons name a question. */
  #namedElsewhere(rule: string, { token: { text: name }, kind }: Local): Span[] {
    if (kind === 'name') return []
    return this.parts().flatMap((scoped) =>
      wordsOf(scoped).flatMap(({ token, line, index }) => {
        if (token.text !== name) return []
        if (kind === 'parameter')
          return isArgumentName(line, index) && calledAt(line, index) === rule ? [token.span] : []
        const isQuestion = line[index - 1]?.text === '.' && line[index - 2]?.text === rule
        return isQuestion ? [token.span] : []
      }),
    )
  }
}

interface IndexedWord {
  readonly token: Token
  readonly index: number
  readonly line: readonly Token[]
}

/** The words of a part, without those of titles and texts. */
function wordsOf({ part }: ScopedPart): IndexedWord[] {
  return part.lines.flatMap(({ tokens }) =>
    tokens.flatMap((token, index) =>
      token.kind === 'name' && !isHeadWord(token, index) ? [{ token, index, line: tokens }] : [],
    ),
  )
}

/** Whether a word only starts its line, and so isn't a name, even if something has this name. */
export const isHeadWord = ({ text }: Token, index: number): boolean => index === 0 && HEADS.has(text)

const HEADS: ReadonlySet<string> = new Set([
  ...VOCABULARY.declarations,
  ...VOCABULARY.statements,
  ...VOCABULARY.policyLines,
  ...VOCABULARY.exampleSteps,
])

/** Whether a word names a parameter, as in `raid(target: mill)`. */
function isArgumentName(line: readonly Token[], index: number): boolean {
  const [before, after] = [line[index - 1], line[index + 1]]
  const isColon = after?.kind === 'mark' && after.text === ':'
  return isColon && index > 2 && (before?.text === ',' || before?.text === '(') && !isHead(line)
}

const isHead = (line: readonly Token[]): boolean =>
  /^(?:value|test|set|procedure|action|operation|activity|event)$/.test(line[0]?.text ?? '') &&
  line[2]?.text === '('

/** The name of the call around a word. */
function calledAt(line: readonly Token[], index: number): string | undefined {
  let depth = 0
  for (let i = index - 1; i > 0; i -= 1) {
    const { text, kind } = line[i] ?? { text: '', kind: 'name' }
    if (kind !== 'mark') continue
    if (text === ')') depth += 1
    if (text === '(' && depth === 0) return line[i - 1]?.text
    if (text === '(') depth -= 1
  }
  return undefined
}

const isSame = (left: Span | undefined, right: Span | undefined): boolean =>
  left?.file === right?.file && left?.line === right?.line && left?.column === right?.column

function unique(spans: readonly Span[]): Span[] {
  return [...new Map(spans.map((span) => [`${span.file}:${span.line}:${span.column}`, span])).values()]
}
