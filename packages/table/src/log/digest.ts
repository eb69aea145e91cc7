/** What happened since a mark, in so many lines: what came of it stays longest, bookkeeping is counted. */
import { withoutUndefined } from '@ludoforge/kernel'
import { joined, type JoinedLine } from './join.js'
import { bookkeepingText, decisionsText, rollTexts } from './gather.js'
import { isGroup, type LogGroup, type LogItem, type LogLine } from './tree.js'
import { type ValueChange, valueChangeTexts } from './value-changes.js'
import type { Salience } from './salience.js'
import { sentence } from './sentences.js'
import type { Vocabulary } from './vocabulary.js'

/** One paragraph. What belongs to it stands further in. */
export interface DigestRow {
  readonly depth: number
  readonly kind: 'heading' | 'fold' | 'more' | Salience
  readonly text: string
  /** Of a heading: what was known before. */
  readonly known?: boolean
  /** Who did it, if all of it was done by one. */
  readonly seat?: string
  readonly why?: LogLine['why']
}

/** How much room there is, and how rows are laid out in it. */
export interface DigestLayout {
  readonly maxLines: number
  /** The lines that a row takes, at most so many; the last one is cut. */
  readonly lay: (row: DigestRow, most: number) => readonly string[]
  /** Whether a text so far in fits into one line. */
  readonly fits: (text: string, depth: number) => boolean
  readonly more: (lines: number) => string
}

/** In the order in which they are left out, the last first. Bookkeeping is only counted: that is a fold. */
const RANK = { result: 0, deed: 1, consequence: 2, fold: 3, detail: 4 } as const

interface Candidate {
  readonly key: string
  readonly rank: number
  readonly index: number
  readonly lines: number // of the story
}

/** `eye`: what it decided itself it knows. `standing`: what is computed otherwise now, a result like others. */
export function digest(
  top: LogGroup,
  since: number,
  eye: string | null,
  words: Vocabulary,
  screen: DigestLayout,
  standing?: ValueChange,
): readonly string[] {
  const all = candidatesOf(top, since, eye)
  const now = standing === undefined ? '' : valueChangeTexts(standing, words).join('; ')
  const total = all.reduce((sum, { lines }) => sum + lines, 0)
  if (total === 0 || screen.maxLines <= 0) return []
  const nowRow: DigestRow = { depth: 0, kind: 'result', text: `Now ${now}` }
  const results = all.filter(({ rank }) => rank === RANK.result).length
  if (now !== '') all.splice(results, 0, { key: NOW, rank: RANK.result, index: -1, lines: 0 })
  const drawn = (count: number, reasons = false) => {
    const shown = new Set(all.slice(0, count).map(({ key }) => key))
    const view = new Drawing(shown, since, words, screen, reasons)
    const rows = view.rows(top)
    return { shown, rows, left: total - view.covered }
  }
  const draw = (count: number, most: number, reasons = false): readonly string[] => {
    const { shown, rows, left } = drawn(count, reasons)
    const more: DigestRow = { depth: 0, kind: 'more', text: screen.more(left) }
    const last = shown.has(NOW) ? [nowRow] : []
    return [...rows, ...last, ...(left > 0 ? [more] : [])].flatMap((row) => screen.lay(row, most))
  }
  const isGood = (lines: readonly string[], maxLines = screen.maxLines): boolean => lines.length <= maxLines
  const longest = (most: number, maxLines = screen.maxLines): number => {
    let [fits, over] = [0, all.length + 1]
    while (over - fits > 1) {
      const middle = (fits + over) >> 1
      if (isGood(draw(middle, most), maxLines)) fits = middle
      else over = middle
    }
    return fits
  }
  const whole = draw(all.length, WHOLE, true)
  if (isGood(whole)) return whole
  const count = longest(FEW)
  // More room never leaves out more: whole rows must not cost what cut rows show on the smallest screen.
  const fewest = drawn(longest(1, Math.min(SMALLEST, screen.maxLines))).left
  const showsResults = count >= Math.min(all.length, Math.max(1, results))
  const most = showsResults && drawn(count).left <= fewest ? FEW : 1
  const most1 = most === FEW ? count : longest(1)
  return draw(most1, most).slice(0, screen.maxLines)
}

const WHOLE = 6
const FEW = 4
const SMALLEST = 4 // lines of a screen

const NOW = 'now'
const foldKey = (group: LogGroup): string => `fold ${group.key}`

/** All that may be shown, the most important first, and of equal importance the latest. */
function candidatesOf(top: LogGroup, since: number, eye: string | null): Candidate[] {
  const found: Candidate[] = []
  const add = (key: string, rank: number, lines = 1): void => {
    found.push({ key, rank, index: found.length, lines })
  }
  const own = (item: LogItem): boolean => eye !== null && item.seat === eye
  const walk = (group: LogGroup): void => {
    let books = 0
    for (const item of group.items) {
      if (isGroup(item)) {
        if (item.kind === 'action' && item.number > since)
          add(item.key, own(item) ? RANK.consequence : RANK.deed)
        walk(item)
      } else if (item.number > since) {
        if (item.weight === 'bookkeeping') books += 1
        else add(item.key, own(item) && item.weight === 'deed' ? RANK.consequence : RANK[item.weight])
      }
    }
    if (books > 0) add(foldKey(group), RANK.fold, books)
  }
  walk(top)
  return found.sort((a, b) => a.rank - b.rank || b.index - a.index)
}

interface Block {
  readonly row: DigestRow
  readonly path?: readonly LogGroup[] // of a heading
  readonly only?: DigestRow // the only row below it, in the same line
}

/** What is shown, under the headings that it belongs to. */
class Drawing {
  covered = 0

  constructor(
    private readonly shown: ReadonlySet<string>,
    private readonly since: number,
    private readonly words: Vocabulary,
    private readonly screen: DigestLayout,
    private readonly reasons: boolean,
  ) {}

  rows(top: LogGroup): DigestRow[] {
    return this.#blocks(top, 0).map(({ row }) => row)
  }

  /** The rows of a group, so far in. */
  #blocks(group: LogGroup, depth: number): Block[] {
    const blocks: Block[] = []
    let books: LogLine[] = []
    let deeds: LogLine[] = []
    let changes: LogLine[] = []
    let led = false
    const write = (
      text: string,
      kind: DigestRow['kind'],
      further: number,
      more: Pick<DigestRow, 'seat' | 'why'> = {},
    ): void => {
      if (text !== '') blocks.push({ row: { depth: depth + further, kind, text, ...more } })
    }
    const flushDeeds = (): void => {
      const [first] = deeds
      if (first === undefined) return
      const why = this.reasons && deeds.length === 1 && first.why.length > 0 ? first.why : undefined
      const seat = deeds.every((deed) => deed.seat === first.seat) ? first.seat : undefined
      write(decisionsText(deeds, this.words), first.weight, 0, withoutUndefined({ seat, why }))
      deeds = []
      led = true
    }
    const flushChanges = (): void => {
      if (changes.length === 0) return
      const text = this.#changesText(changes)
      changes = []
      const last = blocks.at(-1)
      if (
        led &&
        last !== undefined &&
        last.row.depth === depth &&
        last.row.kind !== 'heading' &&
        last.row.why === undefined
      ) {
        const one = `${last.row.text} · ${text}`
        if (this.screen.fits(one, depth)) {
          blocks[blocks.length - 1] = { row: { ...last.row, text: one } }
          return
        }
      }
      write(text, 'consequence', led ? 1 : 0)
    }
    const flush = (): void => {
      flushChanges()
      flushDeeds()
    }
    // What the table did by itself is told before the part that it leads to, not summed up over all that follows.
    const flushBooks = (next = ''): void => {
      if (!this.shown.has(foldKey(group)) || books.length === 0) return
      this.covered += books.length
      write(bookkeepingText(books, `${group.text} ${next}`, this.words), 'fold', 0)
      books = []
    }
    for (const item of group.items) {
      if (isGroup(item)) {
        const inner = this.#group(item, depth)
        if (inner.length === 0) continue
        flush()
        flushBooks(item.text)
        blocks.push(...inner)
        led = false
      } else if (item.number > this.since) {
        if (item.weight === 'bookkeeping') books.push(item)
        if (!this.shown.has(item.key)) continue
        this.covered += 1
        if (item.kind === 'chose') {
          flushChanges()
          deeds.push(item)
        } else if (item.kind === 'change' && item.weight !== 'result') {
          flushDeeds()
          changes.push(item)
        } else {
          flush()
          write(item.text, item.weight, 0)
          led = true
        }
      }
    }
    flush()
    flushBooks()
    return blocks
  }

  /** A group with its heading; one heading that has only one heading below it is one with it. */
  #group(group: LogGroup, depth: number): Block[] {
    const begins = group.kind === 'action' && this.shown.has(group.key)
    if (begins) this.covered += 1
    const inner = this.#blocks(group, depth + 1)
    if (inner.length === 0 && !begins) return []
    const why = this.reasons && begins && group.why.length > 0 ? { why: group.why } : {}
    const heading = (path: readonly LogGroup[]): Block => {
      const known = path.every(({ number }) => number <= this.since)
      const text = pathText(path, this.words)
      return { path, row: { depth, kind: 'heading', text, ...(known ? { known } : {}), ...why } }
    }
    const outer = inner.filter(({ row }) => row.depth === depth + 1)
    const [first] = outer
    if (outer.length !== 1 || first === undefined || first !== inner[0] || why.why !== undefined)
      return [heading([group]), ...inner]
    const joint = heading([group, ...(first.path ?? [])])
    const only = first.only ?? (first.path === undefined ? first.row : undefined)
    if (only === undefined) {
      const below = inner
        .slice(1)
        .map((block) => ({ ...block, row: { ...block.row, depth: block.row.depth - 1 } }))
      const { why: reason } = first.row
      return [reason === undefined ? joint : { ...joint, row: { ...joint.row, why: reason } }, ...below]
    }
    const path = (joint.path ?? []).filter(
      ({ text, kind }) =>
        kind === 'action' || only.seat === undefined || text !== this.words.plainSeat(only.seat),
    )
    const between = path.length === 0 ? '' : only.text.includes(': ') ? ' · ' : ': '
    const text = `${pathText(path, this.words)}${between}${only.text}`
    if (inner.length === 1 && this.screen.fits(text, depth))
      return [{ path, only, row: { ...only, depth, text } }]
    return first.path === undefined
      ? [heading([group]), ...inner]
      : [joint, { row: { ...only, depth: depth + 1 } }]
  }

  #changesText(lines: readonly LogLine[]): string {
    const joinable = lines.flatMap(({ line }) => (line !== undefined && isJoined(line) ? [line] : []))
    const texts = joined(joinable).map((line) => sentence(line, this.words, null))
    const others = lines.filter(({ line }) => line === undefined || !isJoined(line))
    return [...rollTexts(others), ...texts].join('; ')
  }
}

const JOINED: readonly string[] = ['moves', 'swap', 'flips', 'changes'] satisfies JoinedLine['type'][]

function isJoined(line: NonNullable<LogLine['line']>): line is JoinedLine {
  return JOINED.includes(line.type)
}

/** `Round 3 › Left › March`: who acts is named once. */
function pathText(path: readonly LogGroup[], words: Vocabulary): string {
  return path
    .map((group, i) => {
      const before = path[i - 1]
      const named =
        group.seat !== undefined &&
        before !== undefined &&
        (before.seat === group.seat || before.text === words.plainSeat(group.seat))
      return named ? group.name : group.text
    })
    .join(' › ')
}
