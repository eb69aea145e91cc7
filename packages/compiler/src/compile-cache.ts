/** A cache between compilations of one folder: editors compile after each keystroke, and most blocks stay the same. */
import type { Compilation } from './compilation.js'
import type { Declarations } from './declare/index.js'
import { RecordingReporter, Reporter } from './diagnostics/index.js'
import { type LoweringCache, LoweringCaches } from './elaborate/lowering-cache.js'
import type { SymbolTable } from './elaborate/index.js'
import { type Block, extractBlocks } from './folder/index.js'
import { type Heading, headingsOf } from './headings.js'
import { deepEqual } from '@ludoforge/kernel'
import type { DeclarationNode, Declared } from './parser/index.js'
import { namesIn, type SourceFile, Sources, splitLines } from './source/index.js'
import { parseYaml, type YamlNode } from './yaml/index.js'

/** A result, with the reports that were made on the way to it. */
interface Made<T> {
  readonly value: T
  readonly reports: RecordingReporter
}

function make<T>(work: (reporter: Reporter) => T, sources?: Sources): Made<T> {
  const reports = new RecordingReporter(sources)
  return { value: work(reports), reports }
}

/** Results by block. An unchanged block stays the same object. */
class PerBlock<T> {
  readonly #made = new WeakMap<Block, Made<T>>()

  of(block: Block, reporter: Reporter, work: (reporter: Reporter) => T): T {
    let made = this.#made.get(block)
    if (made === undefined) this.#made.set(block, (made = make(work)))
    made.reports.replay(reporter)
    return made.value
  }
}

/** Reads the blocks of a folder and what they declare. */
export type BlockReader = Pick<
  CompileCache,
  'blocks' | 'headings' | 'yaml' | 'rules' | 'declarations' | 'lowering' | 'isNamedInExamples' | 'keep'
>

/** Reads every block, for one compilation. */
export const UNCACHED: BlockReader = {
  blocks: extractBlocks,
  yaml: parseYaml,
  rules: (_block, reporter, work) => work(reporter, (node) => node),
  declarations: (_blocks, reporter, _sources, work) => work(reporter),
  headings: (files) => files.flatMap(headingsIn),
  lowering: () => undefined,
  isNamedInExamples: (name, blocks) => blocks.some((block) => namesInSteps(block).has(name)),
  keep: () => undefined,
}

const headingsIn = ({ path, text }: SourceFile): readonly Heading[] =>
  /\.md$/i.test(path) ? headingsOf(splitLines(text)) : []

/** The names in the steps of an example, lesson or guide, which count as uses. */
function namesInSteps({ lang, text }: Block): ReadonlySet<string> {
  if (lang === 'yaml' || lang === 'rules') return new Set()
  const steps = text.split('\n').filter((line) => line.startsWith(' '))
  return new Set(steps.flatMap((line) => namesIn(line.replace(/#.*/, ''))))
}

/**
 * Keeps blocks, their syntax trees, the declarations and what they were lowered to, for the next compilation of the same
 * folder. The options of the compilations must be the same.
 */
export class CompileCache {
  readonly #files = new Map<string, Made<readonly Block[]> & { readonly text: string }>()
  readonly #yaml = new PerBlock<YamlNode | undefined>()
  readonly #rules = new PerBlock<Declared>()
  readonly #nodes = new Map<string, DeclarationNode>() // by file and line
  readonly #lowering = new LoweringCaches()
  readonly #names = new WeakMap<Block, ReadonlySet<string>>()
  readonly #headings = new WeakMap<SourceFile, readonly Heading[]>()
  #declared: (Made<Declarations> & { readonly blocks: readonly Block[] }) | undefined
  #last: Kept | undefined
  #headingsKey = '' // of the files of the current compilation

  /** The blocks of all files, in order. A block that hasn't moved or changed is the one of the last compilation. */
  blocks(files: readonly SourceFile[], reporter: Reporter): Block[] {
    const paths = new Set(files.map(({ path }) => path))
    for (const path of this.#files.keys()) if (!paths.has(path)) this.#files.delete(path)
    return files.flatMap((file) => {
      const { value, reports } = this.#blocksOf(file)
      reports.replay(reporter)
      return value
    })
  }

  #blocksOf(file: SourceFile): Made<readonly Block[]> {
    const known = this.#files.get(file.path)
    if (known?.text === file.text) return known
    const before = new Map((known?.value ?? []).map((block) => [placeOf(block), block]))
    const { value, reports } = make((reporter) => extractBlocks([file], reporter))
    const blocks = value.map((block) => before.get(placeOf(block)) ?? block)
    const made = { value: blocks, reports, text: file.text }
    this.#files.set(file.path, made)
    return made
  }

  /** The tree of a `yaml` block. */
  yaml(block: Block, reporter: Reporter): YamlNode | undefined {
    return this.#yaml.of(block, reporter, (to) => parseYaml(block, to))
  }

  /** The declarations in a block of rules. In a block that changed, an unchanged declaration stays the same object. */
  rules(
    block: Block,
    reporter: Reporter,
    work: (reporter: Reporter, same: (node: DeclarationNode) => DeclarationNode) => Declared,
  ): Declared {
    return this.#rules.of(block, reporter, (to) => work(to, (node) => this.#known(node)))
  }

  #known(node: DeclarationNode): DeclarationNode {
    const place = `${node.span.file}:${node.span.line}`
    const known = this.#nodes.get(place)
    if (known !== undefined && deepEqual(known, node)) return known
    this.#nodes.set(place, node)
    return node
  }

  /** What declarations were lowered to in earlier compilations with the same names. */
  lowering(world: SymbolTable): LoweringCache | undefined {
    return this.#lowering.of(world)
  }

  /** The headings of all files. */
  headings(files: readonly SourceFile[]): Heading[] {
    return files.flatMap((file) => {
      const known = this.#headings.get(file) ?? headingsIn(file)
      this.#headings.set(file, known)
      return known
    })
  }

  /** Whether an example, lesson or guide names a rule. */
  isNamedInExamples(name: string, blocks: readonly Block[]): boolean {
    return blocks.some((block) => {
      const names = this.#names.get(block) ?? namesInSteps(block)
      this.#names.set(block, names)
      return names.has(name)
    })
  }

  /** Keeps a compilation, and the names of the rules that no other rule uses. */
  keep(compilation: Compilation, idle: readonly string[]): void {
    const { blocks } = compilation
    this.#last = {
      compilation,
      headings: this.#headingsKey,
      idle: new Map(idle.map((id) => [id, this.isNamedInExamples(id, blocks)])),
    }
  }

  /** The last compilation, if no change since then concerns the rules: only prose, examples or lessons changed. */
  again(files: readonly SourceFile[]): Compilation | undefined {
    const reporter = new Reporter()
    const blocks = this.blocks(files, reporter)
    this.#headingsKey = JSON.stringify(this.headings(files).map(({ text }) => text))
    const last = this.#last
    if (last === undefined || reporter.diagnostics.length > 0) return undefined
    const same =
      last.headings === this.#headingsKey &&
      isSame(last.compilation.blocks.filter(isCompiled), blocks.filter(isCompiled)) &&
      [...last.idle].every(([id, isNamed]) => this.isNamedInExamples(id, blocks) === isNamed)
    return same ? { ...last.compilation, blocks, sources: new Sources(files) } : undefined
  }

  /** The declarations of all `yaml` blocks together. */
  declarations(
    blocks: readonly Block[],
    reporter: Reporter,
    sources: Sources,
    work: (reporter: Reporter) => Declarations,
  ): Declarations {
    const known = this.#declared
    const made =
      known !== undefined && isSame(known.blocks, blocks) ? known : { ...make(work, sources), blocks }
    this.#declared = made
    made.reports.replay(reporter)
    return made.value
  }
}

/** A compilation, and what else it depends on: the headings, and which rules only examples use. */
interface Kept {
  readonly compilation: Compilation
  readonly headings: string
  readonly idle: ReadonlyMap<string, boolean>
}

const isCompiled = ({ lang }: Block): boolean => lang === 'yaml' || lang === 'rules'

/** What makes a block the same: its place, its text and its indentation. */
const placeOf = ({ lang, span, text, cut = [] }: Block): string =>
  `${lang} ${span.line} ${span.column} ${cut.join(',')}\n${text}`

const isSame = <T>(left: readonly T[], right: readonly T[]): boolean =>
  left.length === right.length && left.every((item, i) => item === right[i])
