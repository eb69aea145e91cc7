/** Game folders as text, for tests that reorder or damage them. */
import type { SourceFile } from '@ludoforge/compiler'
import type { Rng } from '@ludoforge/kernel'

const FENCE = /^```(?:yaml|rules|example)\n[\s\S]*?^```$/gm

/** The blocks that the compiler reads, with their fences. */
export function blocksOf(text: string): string[] {
  return text.match(FENCE) ?? []
}

/** The file with its blocks shuffled. The text between them stays. */
export function shuffleBlocks({ path, text }: SourceFile, rng: Rng): string {
  if (!path.endsWith('.md')) return text
  const order = rng.shuffle(blocksOf(text))
  let next = 0
  return text.replaceAll(FENCE, () => order[next++] ?? '')
}

/** YAML sections with rules, as trees or as simple turns. */
const RULES =
  'functions|procedures|effectMacros|macros|actions|operationProfiles|specialActivities|phases|turn'

/** The file without its rules: blocks of the notation, and trees in yaml. */
export function withoutRules({ path, text }: SourceFile): string {
  const section = new RegExp(`^(?:${RULES}):.*\\n(?:(?![A-Za-z]|\`\`\`).*\\n)*`, 'gm')
  if (!path.endsWith('.md')) return text.replaceAll(section, '')
  const bare = text.replaceAll(/^```rules\n[\s\S]*?^```$/gm, '')
  return bare.replaceAll(/^```yaml\n[\s\S]*?^```$/gm, (block) => block.replaceAll(section, ''))
}

/** One edit that damages a text. Numbers are taken modulo its length. */
export type Damage =
  | {
      readonly kind: 'delete-line' | 'duplicate-line' | 'duplicate-block' | 'truncate' | 'indent'
      readonly at: number
    }
  | { readonly kind: 'swap-lines' | 'swap-words' | 'repeat-word'; readonly at: number; readonly with: number }
  | { readonly kind: 'insert'; readonly at: number; readonly text: string }

const WORD = /[\w-]+|[^\s\w]/g

const MARKS = '( ) [ ] { } " \' ` ``` : , . .. | = &a *a !x # - <!-- ~~~ <<: ? % (((((((((('
const WORDS =
  'true null it none where each if else choose play not constructor toString __proto__ 9999999999 -1 1.5'

const CHARACTERS = [
  '',
  '\t',
  '\n',
  '\r',
  '\u0000',
  '\uFEFF',
  '\uD800',
  '𝄞',
  '```rules\n',
  '```yaml\n',
  '%YAML 1.1',
]

/** Fragments that parsers often get wrong. */
export const SCRAPS: readonly string[] = [...`${MARKS} ${WORDS}`.split(' '), ...CHARACTERS]

export function damaged(text: string, acts: readonly Damage[]): string {
  return acts.reduce(damage, text)
}

function damage(text: string, act: Damage): string {
  if (act.kind === 'insert') {
    const at = act.at % (text.length + 1)
    return text.slice(0, at) + act.text + text.slice(at)
  }
  if (act.kind === 'truncate') return text.slice(0, act.at % (text.length + 1))
  if (act.kind === 'duplicate-block') {
    const blocks = blocksOf(text)
    return blocks.length === 0 ? text + text : `${text}\n\n${blocks[act.at % blocks.length]}\n`
  }
  if (act.kind === 'swap-words' || act.kind === 'repeat-word') return damageWords(text, act)
  const lines = text.split('\n')
  const at = act.at % lines.length
  const line = lines[at] ?? ''
  if (act.kind === 'delete-line') lines.splice(at, 1)
  else if (act.kind === 'duplicate-line') lines.splice(at, 0, line)
  else if (act.kind === 'indent') lines[at] = act.at % 2 === 0 ? `  ${line}` : line.replace(/^ {1,2}/, '')
  else if ('with' in act) {
    const other = act.with % lines.length
    lines[at] = lines[other] ?? ''
    lines[other] = line
  }
  return lines.join('\n')
}

function damageWords(text: string, { kind, at, with: other }: Extract<Damage, { with: number }>): string {
  const words = [...text.matchAll(WORD)]
  const [a, b] = [words[at % Math.max(1, words.length)], words[other % Math.max(1, words.length)]]
  if (a === undefined || b === undefined) return text
  if (kind === 'repeat-word') return text.slice(0, a.index) + b[0] + text.slice(a.index + a[0].length)
  const [first, second] = a.index < b.index ? [a, b] : [b, a]
  if (first === second) return text
  return [
    text.slice(0, first.index),
    second[0],
    text.slice(first.index + first[0].length, second.index),
    first[0],
    text.slice(second.index + second[0].length),
  ].join('')
}
