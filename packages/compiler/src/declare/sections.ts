import { didYouMean, type Reporter } from '../diagnostics/index.js'
import type { Block } from '../folder/index.js'
import { formatLocation, type Span } from '../source/index.js'
import { parseYaml, Reader, type YamlEntry, type YamlNode } from '../yaml/index.js'
import type { RuleNode } from './declarations.js'

/** The top-level keys of declarations. */
export const SECTIONS = [
  'game',
  'terms',
  'seats',
  'players',
  'teams',
  'values',
  'class-names',
  'attributes',
  'spaces',
  'board',
  'zones',
  'properties',
  'pieces',
  'cards',
  'groups',
  'variables',
  'seat-variables',
  'space-variables',
  'tables',
  'options',
  'scenarios',
  'worth',
  'promise',
  'features',
  'weights',
] as const

export type Section = (typeof SECTIONS)[number]

interface SectionNode {
  readonly keySpan: Span
  readonly value: YamlNode
}

/** The top-level keys of all blocks together: a section may be spread over several blocks. */
export class Sections {
  readonly ruleNodes: RuleNode[] = []
  readonly #nodes = new Map<string, SectionNode[]>()
  readonly #reader: Reader

  /** `ruleKeys`: the keys that hold rules in a dialect. `parse`: parses a block, or finds it in a cache. */
  constructor(
    blocks: readonly Block[],
    reporter: Reporter,
    private readonly ruleKeys: ReadonlySet<string>,
    parse: typeof parseYaml = parseYaml,
  ) {
    this.#reader = new Reader(reporter)
    for (const block of blocks) {
      const node = block.lang === 'yaml' ? parse(block, reporter) : undefined
      for (const entry of this.#reader.entries(node, 'a `yaml` block')) this.#add(entry, block)
    }
  }

  has(section: Section): boolean {
    return this.#nodes.has(section)
  }

  nodes(section: Section): readonly SectionNode[] {
    return this.#nodes.get(section) ?? []
  }

  /** The entries of a section that is a map, from all its blocks in order. */
  entries(section: Section): YamlEntry[] {
    return this.nodes(section).flatMap(({ value }) => this.#reader.entries(value, `\`${section}\``))
  }

  /** The same entries, with every key once. Reports a second one. */
  uniqueEntries(section: Section): YamlEntry[] {
    const seen = new Map<string, Span>()
    return this.entries(section).filter(({ key, keySpan }) => {
      const first = seen.get(key)
      seen.set(key, first ?? keySpan)
      if (first === undefined) return true
      const message = `\`${key}\` of \`${section}\` is declared twice. The first is at ${formatLocation(first)}.`
      this.#reader.error('duplicate-key', keySpan, message)
      return false
    })
  }

  #add({ key, keySpan, value }: YamlEntry, block: Block): void {
    if (this.ruleKeys.has(key)) this.ruleNodes.push({ key, node: value, block })
    else if (SECTIONS.some((section) => section === key))
      this.#nodes.set(key, [...(this.#nodes.get(key) ?? []), { keySpan, value }])
    else {
      const hint = didYouMean(key, [...SECTIONS, ...this.ruleKeys]) ?? `known keys: ${SECTIONS.join(', ')}`
      this.#reader.error('unknown-key', keySpan, `There is no top-level key \`${key}\`.`, hint)
    }
  }
}
