/** Summarizes the log since a mark in a limited number of lines, by salience. Bookkeeping is folded. */
import { withoutUndefined } from '@ludoforge/kernel'
import { joinLines, type JoinedLine } from './join-events.js'
import { bookkeepingText, decisionsText, rollTexts } from './summaries.js'
import { isGroup, type LogGroup, type LogItem, type LogLine } from './game-log.js'
import { movedPieces } from './turn-line.js'
import { turnRows } from './turn-rows.js'
import { type ValueChange, valueChangeTexts } from './value-changes.js'
import type { Salience } from './salience.js'
import { sentence } from './sentences.js'
import type { Vocabulary } from './vocabulary.js'

/** A row of the digest, with its indentation. */
export interface DigestRow {
  readonly depth: number
  readonly kind: 'heading' | 'fold' | 'more' | Salience
  readonly text: string
  /** A heading from before the mark. */
  readonly known?: boolean
  /** The acting seat, if there is only one. */
  readonly seat?: string
  readonly why?: LogLine['why']
}

/** The space for the digest, and the layout of its rows. */
export interface DigestLayout {
  readonly maxLines: number
  /** Returns the lines of a row, at most `most`. The last one is truncated. */
  readonly lay: (row: DigestRow, most: number) => readonly string[]
  /** Checks whether a text fits into one line at this depth. */
  readonly fits: (text: string, depth: number) => boolean
  readonly more: (lines: number) => string
}

/** Priority by salience; the highest rank is dropped first. Bookkeeping appears as folds only. */
const RANK = { result: 0, decision: 1, consequence: 2, fold: 3, detail: 4 } as const

interface Candidate {
  readonly key: string
  readonly rank: number
  readonly index: number
  readonly lines: number // of the log
}

/** Returns the digest for a viewer, whose own decisions matter less. `valueChange` adds changed values as a result. */
export function digest(
  top: LogGroup,
  since: number,
  viewer: string | null,
  words: Vocabulary,
  layout: DigestLayout,
  valueChange?: ValueChange,
): readonly string[] {
  const all = candidatesOf(top, since, viewer)
  const now = valueChange === undefined ? '' : valueChangeTexts(valueChange, words).join('; ')
  const total = all.reduce((sum, { lines }) => sum + lines, 0)
  if (total === 0 || layout.maxLines <= 0) return []
  const nowRow: DigestRow = { depth: 0, kind: 'result', text: words.say.now(now) }
  const results = all.filter(({ rank }) => rank === RANK.result).length
  if (now !== '') all.splice(results, 0, { key: NOW, rank: RANK.result, index: -1, lines: 0 })
  const drawn = (count: number, reasons = false) => {
    const shown = new Set(all.slice(0, count).map(({ key }) => key))
    const view = new DigestRenderer(shown, since, words, layout, reasons)
    const rows = view.rows(top)
    return { shown, rows, left: total - view.covered }
  }
  const draw = (count: number, most: number, reasons = false): readonly string[] => {
    const { shown, rows, left } = drawn(count, reasons)
    const more: DigestRow = { depth: 0, kind: 'more', text: layout.more(left) }
    const last = shown.has(NOW) ? [nowRow] : []
    return [...rows, ...last, ...(left > 0 ? [more] : [])].flatMap((row) => layout.lay(row, most))
  }
  const isWithin = (lines: readonly string[], maxLines = layout.maxLines): boolean => lines.length <= maxLines
  const longest = (most: number, maxLines = layout.maxLines): number => {
    let [fits, over] = [0, all.length + 1]
    while (over - fits > 1) {
      const middle = (fits + over) >> 1
      if (isWithin(draw(middle, most), maxLines)) fits = middle
      else over = middle
    }
    return fits
  }
  const whole = draw(all.length, WHOLE, true)
  if (isWithin(whole)) return whole
  // What doesn't fit in full is told by turns, and only if that doesn't fit either, by salience.
  const turns = [...turnRows(top, since, words), ...(now === '' ? [] : [nowRow])]
  const byTurns = turns.flatMap((row) => layout.lay(row, WHOLE))
  if (isWithin(byTurns)) return byTurns
  const count = longest(FEW)
  // More space must never drop more: longer rows must not displace what truncated rows show on the smallest screen.
  const fewest = drawn(longest(1, Math.min(SMALLEST, layout.maxLines))).left
  const showsResults = count >= Math.min(all.length, Math.max(1, results))
  const most = showsResults && drawn(count).left <= fewest ? FEW : 1
  const shownCount = most === FEW ? count : longest(1)
  return draw(shownCount, most).slice(0, layout.maxLines)
}

const WHOLE = 6 // lines of a row
const FEW = 4 // lines of a row
const SMALLEST = 4 // lines of a screen

const NOW = 'now'
const foldKey = (group: LogGroup): string => `fold ${group.key}`

/** Returns everything that may be shown, most salient first, and the latest first within a rank. */
function candidatesOf(top: LogGroup, since: number, viewer: string | null): Candidate[] {
  const found: Candidate[] = []
  const add = (key: string, rank: number, lines = 1): void => {
    found.push({ key, rank, index: found.length, lines })
  }
  const own = (item: LogItem): boolean => viewer !== null && item.seat === viewer
  const walk = (group: LogGroup): void => {
    let bookkeeping = 0
    for (const item of group.items) {
      if (isGroup(item)) {
        if (item.kind === 'action' && item.number > since)
          add(item.key, own(item) ? RANK.consequence : RANK.decision)
        walk(item)
      } else if (item.number > since) {
        if (item.weight === 'bookkeeping') bookkeeping += 1
        else add(item.key, own(item) && item.weight === 'decision' ? RANK.consequence : RANK[item.weight])
      }
    }
    if (bookkeeping > 0) add(foldKey(group), RANK.fold, bookkeeping)
  }
  walk(top)
  return found.sort((a, b) => a.rank - b.rank || b.index - a.index)
}

interface Block {
  readonly row: DigestRow
  readonly path?: readonly LogGroup[] // of a heading
  readonly only?: DigestRow // the only row below it, merged into its line
}

/** Renders the shown items under their headings. */
class DigestRenderer {
  covered = 0

  constructor(
    private readonly shown: ReadonlySet<string>,
    private readonly since: number,
    private readonly words: Vocabulary,
    private readonly layout: DigestLayout,
    private readonly reasons: boolean,
  ) {}

  rows(top: LogGroup): DigestRow[] {
    return this.#blocks(top, 0).map(({ row }) => row)
  }

  /** Returns the rows of a group at this depth. */
  #blocks(group: LogGroup, depth: number): Block[] {
    const blocks: Block[] = []
    let bookkeeping: LogLine[] = []
    let decisions: LogLine[] = []
    let told: readonly LogLine[] = [] // the decisions of the last row
    let changes: LogLine[] = []
    let hasCause = false
    const write = (
      text: string,
      kind: DigestRow['kind'],
      indent: number,
      more: Pick<DigestRow, 'seat' | 'why'> = {},
    ): void => {
      if (text !== '') blocks.push({ row: { depth: depth + indent, kind, text, ...more } })
    }
    const flushDecisions = (): void => {
      const [first] = decisions
      if (first === undefined) return
      const why = this.reasons && decisions.length === 1 && first.why.length > 0 ? first.why : undefined
      const seat = decisions.every((decision) => decision.seat === first.seat) ? first.seat : undefined
      write(decisionsText(decisions, this.words), first.weight, 0, withoutUndefined({ seat, why }))
      told = decisions
      decisions = []
      hasCause = true
    }
    const flushChanges = (): void => {
      if (changes.length === 0) return
      const last = blocks.at(-1)
      const moved = told.length === 0 ? undefined : retold(told, changes, this.words)
      if (moved !== undefined && last !== undefined)
        blocks[blocks.length - 1] = { row: { ...last.row, text: moved.head } }
      const text = this.#changesText(moved?.rest ?? changes)
      changes = []
      told = []
      if (text === '') return
      if (
        hasCause &&
        last !== undefined &&
        last.row.depth === depth &&
        last.row.kind !== 'heading' &&
        last.row.why === undefined
      ) {
        const combined = `${moved?.head ?? last.row.text} · ${text}`
        if (this.layout.fits(combined, depth)) {
          blocks[blocks.length - 1] = { row: { ...last.row, text: combined } }
          return
        }
      }
      write(text, 'consequence', hasCause ? 1 : 0)
    }
    const flush = (): void => {
      flushChanges()
      flushDecisions()
      told = []
    }
    // Bookkeeping is reported before the group it leads to, not summed up over all groups.
    const flushBookkeeping = (next = ''): void => {
      if (!this.shown.has(foldKey(group)) || bookkeeping.length === 0) return
      this.covered += bookkeeping.length
      write(bookkeepingText(bookkeeping, `${group.text} ${next}`, this.words), 'fold', 0)
      bookkeeping = []
    }
    for (const item of group.items) {
      if (isGroup(item)) {
        const inner = this.#group(item, depth)
        if (inner.length === 0) continue
        flush()
        flushBookkeeping(item.text)
        blocks.push(...inner)
        hasCause = false
      } else if (item.number > this.since) {
        if (item.weight === 'bookkeeping') bookkeeping.push(item)
        if (!this.shown.has(item.key)) continue
        this.covered += 1
        if (item.kind === 'chose') {
          flushChanges()
          decisions.push(item)
        } else if (item.kind === 'change' && item.weight !== 'result') {
          flushDecisions()
          changes.push(item)
        } else {
          flush()
          write(item.text, item.weight, 0)
          hasCause = true
        }
      }
    }
    flush()
    flushBookkeeping()
    return blocks
  }

  /** Returns a group with its heading. A heading with a single block below it is merged with it. */
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
    const merged = heading([group, ...(first.path ?? [])])
    const only = first.only ?? (first.path === undefined ? first.row : undefined)
    if (only === undefined) {
      const below = inner
        .slice(1)
        .map((block) => ({ ...block, row: { ...block.row, depth: block.row.depth - 1 } }))
      const { why: reason } = first.row
      return [reason === undefined ? merged : { ...merged, row: { ...merged.row, why: reason } }, ...below]
    }
    const path = (merged.path ?? []).filter(
      ({ text, kind }) =>
        kind === 'action' || only.seat === undefined || text !== this.words.plainSeat(only.seat),
    )
    const between = path.length === 0 ? '' : only.text.includes(': ') ? ' · ' : ': '
    const text = `${pathText(path, this.words)}${between}${only.text}`
    if (inner.length === 1 && this.layout.fits(text, depth))
      return [{ path, only, row: { ...only, depth, text } }]
    return first.path === undefined
      ? [heading([group]), ...inner]
      : [merged, { row: { ...only, depth: depth + 1 } }]
  }

  #changesText(lines: readonly LogLine[]): string {
    const joinable = lines.flatMap(({ line }) => (line !== undefined && isJoined(line) ? [line] : []))
    const texts = joinLines(joinable).map((line) => sentence(line, this.words, null))
    const others = lines.filter(({ line }) => line === undefined || !isJoined(line))
    return [...rollTexts(others), ...texts].join('; ')
  }
}

/**
 * Tells the choice of a piece and of its target together with the move: `Left moves Tower from Hill to Mill`, and the
 * other changes. Undefined if the decisions are about something else.
 */
function retold(
  decisions: readonly LogLine[],
  changes: readonly LogLine[],
  words: Vocabulary,
): { readonly head: string; readonly rest: readonly LogLine[] } | undefined {
  const [piece, target, ...others] = decisions.map(({ line }) => line)
  if (piece?.type !== 'chose' || others.length > 0) return undefined
  const { head, move } = movedPieces(changes, piece.choice, piece.seat, words) ?? {}
  if (head === undefined || move === undefined) return undefined
  if (target !== undefined && !(target.type === 'chose' && target.choice === move.into)) return undefined
  const rest = changes.flatMap((change): LogLine[] => {
    const { line } = change
    if (line?.type !== 'moves') return [change]
    const moves = line.moves.filter((one) => one !== move)
    return moves.length === 0 ? [] : [{ ...change, line: { ...line, moves } }]
  })
  return { head, rest }
}

const JOINED: readonly string[] = ['moves', 'swap', 'flips', 'changes'] satisfies JoinedLine['type'][]

function isJoined(line: NonNullable<LogLine['line']>): line is JoinedLine {
  return JOINED.includes(line.type)
}

/** `Round 3 › Left › March`: names the acting seat once. */
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
