import { didYouMean, type Reporter } from '../diagnostics/index.js'
import type { Block } from '../folder/index.js'
import { showPlace, type Span } from '../source/index.js'
import { expectMap, parseYaml, type YamlEntry, type YamlNode } from '../yaml/index.js'
import type { RuleNode } from './declarations.js'

const SECTIONS = [
  'game',
  'seats',
  'values',
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
] as const

export type Section = (typeof SECTIONS)[number]

const RULE_KEYS: ReadonlySet<string> = new Set([
  'functions',
  'procedures',
  'effectMacros',
  'macros',
  'actions',
  'operationProfiles',
  'specialActivities',
  'phases',
  'turn',
])

/** The top-level keys of all blocks together: a section may be written in as many places as reads well. */
export class Sections {
  readonly ruleNodes: RuleNode[] = []
  readonly #nodes = new Map<string, { readonly keySpan: Span; readonly value: YamlNode }[]>()
  readonly #reporter: Reporter

  constructor(blocks: readonly Block[], reporter: Reporter) {
    this.#reporter = reporter
    for (const block of blocks) {
      if (block.lang !== 'yaml') continue
      const node = parseYaml(block, reporter)
      if (node !== undefined) this.#add(node, block)
    }
  }

  has(section: Section): boolean {
    return this.#nodes.has(section)
  }

  nodes(section: Section): readonly { readonly keySpan: Span; readonly value: YamlNode }[] {
    return this.#nodes.get(section) ?? []
  }

  /** The entries of a section whose content is a map, from all its places in order. */
  entries(section: Section): YamlEntry[] {
    return this.nodes(section).flatMap(({ value }) => {
      if (value.kind === 'scalar' && value.value === null) return []
      return expectMap(value, `\`${section}\``, this.#reporter)?.entries ?? []
    })
  }

  /** The same with every key at most once; a second one is reported with both places. */
  uniqueEntries(section: Section): YamlEntry[] {
    const seen = new Map<string, Span>()
    return this.entries(section).filter(({ key, keySpan }) => {
      const first = seen.get(key)
      if (first !== undefined) {
        const message = `\`${key}\` of \`${section}\` is said twice: first at ${showPlace(first)}.`
        this.#reporter.error('duplicate-key', keySpan, message)
        return false
      }
      seen.set(key, keySpan)
      return true
    })
  }

  #add(node: YamlNode, block: Block): void {
    if (node.kind === 'scalar' && node.value === null) return
    const map = expectMap(node, 'a `yaml` block', this.#reporter)
    for (const { key, keySpan, value } of map?.entries ?? []) {
      if (RULE_KEYS.has(key)) {
        this.ruleNodes.push({ key, node: value, block })
      } else if (SECTIONS.some((section) => section === key)) {
        const list = this.#nodes.get(key)
        if (list === undefined) this.#nodes.set(key, [{ keySpan, value }])
        else list.push({ keySpan, value })
      } else {
        const hint = didYouMean(key, [...SECTIONS, ...RULE_KEYS]) ?? `a block can have ${SECTIONS.join(', ')}`
        this.#reporter.error('unknown-key', keySpan, `No part of a game is called \`${key}\`.`, hint)
      }
    }
  }
}
