import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml'
import { isPrintable } from '@ludoforge/kernel'
import type { Reporter } from '../diagnostics/index.js'
import { type Block, spanIn } from '../folder/index.js'
import { formatLocation, type Span } from '../source/index.js'
import type { YamlEntry, YamlNode } from './node.js'
import { Reader } from './read.js'

/** Limits against hostile input, far above any real file. */
const MAX_DEPTH = 200
const MAX_NODES = 500_000 // aliases counted as if written out
const MAX_SYNTAX_ERRORS = 5 // per block: later ones are mostly consequences

/**
 * Parses a block and reports its errors. Still returns the readable part, so that one typo doesn't make every
 * other name of the block unknown. Returns `undefined` for an empty or unreadable block.
 */
export function parseYaml(block: Block, reporter: Reporter): YamlNode | undefined {
  const lines = new LineCounter()
  let document: Document.Parsed
  try {
    const options = { schema: 'core', version: '1.2', merge: false, resolveKnownTags: false } as const
    const quiet = { uniqueKeys: false, prettyErrors: false, logLevel: 'error', lineCounter: lines } as const
    document = parseDocument(block.text, { ...options, ...quiet })
  } catch {
    // The library recurses, so a deeply nested text can exhaust the stack.
    reporter.error('yaml-too-deep', block.span, 'This YAML is nested too deeply.')
    return undefined
  }
  const reader = new TreeReader(block, lines, reporter)
  reader.reportSyntax(document)
  if (document.contents === null) return undefined
  return reader.tree(document.contents, 0)?.node
}

interface Sized {
  readonly node: YamlNode
  readonly size: number // of the subtree, aliases written out
}

class TreeReader extends Reader {
  readonly #anchors = new Map<string, Sized | 'open'>()
  #nodes = 0

  constructor(
    private readonly block: Block,
    private readonly lines: LineCounter,
    reporter: Reporter,
  ) {
    super(reporter)
  }

  reportSyntax(document: Document.Parsed): void {
    const { errors, warnings, directives } = document
    const reported = new Set<number>()
    for (const problem of [...errors, ...warnings].toSorted((left, right) => left.pos[0] - right.pos[0])) {
      const span = this.#span(problem.pos[0], problem.pos[1])
      if (reported.has(span.line) || reported.size >= MAX_SYNTAX_ERRORS) continue
      reported.add(span.line)
      const { code, message, hint } = explainSyntax(problem.code, problem.message)
      this.error(code, span, message, hint)
    }
    if (directives?.yaml.explicit === true && directives.yaml.version !== '1.2') {
      const at = Math.max(0, this.block.text.indexOf('%YAML'))
      const span = this.#span(at, at + 9)
      this.error(
        'yaml-version',
        span,
        'This block declares another YAML version. Game folders use YAML 1.2.',
        'remove this line',
      )
    }
  }

  tree(node: Node, depth: number): Sized | undefined {
    const span = this.#spanOf(node)
    this.#nodes += 1
    if (depth > MAX_DEPTH)
      return this.error('yaml-too-deep', span, `This YAML is nested more than ${MAX_DEPTH} levels deep.`)
    if (isAlias(node)) return this.#alias(node.source, span)
    const anchor = (isMap(node) || isSeq(node) || isScalar(node)) && node.anchor
    if (typeof anchor === 'string') this.#anchors.set(anchor, 'open')
    const sized = this.#content(node, span, depth)
    if (typeof anchor === 'string') {
      if (sized === undefined) this.#anchors.delete(anchor)
      else this.#anchors.set(anchor, sized)
    }
    return sized
  }

  #content(node: Node, span: Span, depth: number): Sized | undefined {
    if (isMap(node)) return this.#map(node.items, span, depth)
    if (isSeq(node)) {
      const read = node.items.flatMap((item) => this.#child(item, span, depth) ?? [])
      const size = read.reduce((sum, item) => sum + item.size, 1)
      return { node: { kind: 'list', items: read.map((item) => item.node), span }, size }
    }
    if (isScalar(node)) return { node: this.#scalar(node.value, node.source, span), size: 1 }
    return undefined
  }

  #map(pairs: readonly { key: unknown; value: unknown }[], span: Span, depth: number): Sized {
    const entries: YamlEntry[] = []
    const seen = new Map<string, Span>()
    let size = 1
    for (const pair of pairs) {
      const key = this.#key(pair.key, span)
      if (key === undefined) continue
      const first = seen.get(key.text)
      if (first !== undefined) {
        const message = `This map has the key \`${key.text}\` twice. The first is at ${formatLocation(first)}.`
        this.error('duplicate-key', key.span, message)
        continue
      }
      seen.set(key.text, key.span)
      const value = this.#child(pair.value, key.span, depth)
      if (value === undefined) continue
      entries.push({ key: key.text, keySpan: key.span, value: value.node })
      size += value.size
    }
    return { node: { kind: 'map', entries, span }, size }
  }

  #key(key: unknown, around: Span): { text: string; span: Span } | undefined {
    if (isScalar(key)) {
      const span = this.#spanOf(key)
      const text = key.source ?? ''
      if (!isPrintable(text))
        return this.error('bad-character', span, 'This key contains a control character.', 'remove it')
      if (text === '__proto__') return this.error('bad-id', span, "`__proto__` can't be a key.", 'rename it')
      if (text === '<<' && key.type === 'PLAIN') {
        const message = 'Merge keys (`<<`) are YAML 1.1 and not supported.'
        return this.error('yaml-merge-key', span, message, 'write the keys out')
      }
      if (text !== '') return { text, span }
    }
    const span = isNodeLike(key) ? this.#spanOf(key) : around
    return this.error('yaml-bad-key', span, 'The key of a map must be a word, a number or quoted text.')
  }

  /** The value of a key or an item of a list. A missing one is `null`. */
  #child(child: unknown, around: Span, depth: number): Sized | undefined {
    if (isNodeLike(child)) return this.tree(child, depth + 1)
    return { node: { kind: 'scalar', value: null, raw: '', span: around }, size: 1 }
  }

  #scalar(value: unknown, source: string | undefined, span: Span): YamlNode {
    const raw = source ?? ''
    if (typeof value === 'number' && /^[-+]?0[0-9]/.test(raw)) {
      const message = `\`${raw}\` is the number ${value}. In YAML 1.2 a leading zero doesn't mean octal.`
      this.reporter.warn('yaml-leading-zero', span, message, `write \`${value}\`, or quote it as text`)
    }
    if (typeof value === 'string' && !isPrintable(value))
      this.error('bad-character', span, 'This text contains a control character.', 'remove it')
    const plain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    return { kind: 'scalar', value: plain ? value : null, raw, span }
  }

  #alias(name: string, span: Span): Sized | undefined {
    const target = this.#anchors.get(name)
    if (target === undefined)
      return this.error('yaml-alias', span, `There is no anchor \`&${name}\` before this alias.`)
    if (target === 'open') return this.error('yaml-alias', span, `The anchor \`&${name}\` contains itself.`)
    this.#nodes += target.size
    if (this.#nodes > MAX_NODES)
      return this.error('yaml-alias', span, 'The aliases of this block expand to too many nodes.')
    return target
  }

  #spanOf(node: Node): Span {
    const [from, to] = node.range ?? [0, 0]
    return this.#span(from, to)
  }

  /** Converts offsets in the block's text to a span in the file, cut at the end of its first line. */
  #span(from: number, to: number): Span {
    const text = this.block.text
    const start = Math.min(Math.max(0, from), text.length)
    const newline = text.indexOf('\n', start)
    const end = Math.min(to, newline === -1 ? text.length : newline)
    const { line, col } = this.lines.linePos(start)
    const length = text.slice(start, Math.max(start, end)).trimEnd().length
    return spanIn(this.block, Math.max(1, line), Math.max(1, col), Math.max(1, length))
  }
}

function isNodeLike(value: unknown): value is Node {
  return isMap(value) || isSeq(value) || isScalar(value) || isAlias(value)
}

/** Replaces the library's messages about YAML grammar by messages about what to do. */
function explainSyntax(code: string, words: string): { code: string; message: string; hint?: string } {
  const message = endSentence(words)
  const known: Readonly<Record<string, { code?: string; message?: string; hint?: string }>> = {
    TAB_AS_INDENT: { code: 'yaml-tab', message: 'This line is indented with a tab. YAML needs spaces.' },
    MULTIPLE_DOCS: { message: 'This block has more than one YAML document.', hint: 'remove the line `---`' },
    RESOURCE_EXHAUSTION: { code: 'yaml-too-deep', message: 'This YAML is nested too deeply.' },
    TAG_RESOLVE_FAILED: { code: 'yaml-tag', message: `YAML tags (\`!name\`) aren't supported. ${message}` },
    BAD_SCALAR_START: { hint: 'put the text in quotes' },
    BLOCK_AS_IMPLICIT_KEY: { hint: 'put text that contains `: ` in quotes, or check the indentation' },
  }
  return { code: 'yaml-syntax', message, ...known[code] }
}

function endSentence(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`
}
