/** Lays out a question and its options: as a list, in columns or as running text, complete if possible. */
import type { Decision } from '@ludoforge/kernel'
import { fit, flow, type Labels, pad, widthOf } from '../board/index.js'
import {
  type ShownQuestion,
  isAmount,
  isList,
  type Item,
  maxOfOnlyOption,
  numberedLabel,
  numbersOf,
  choosableItems,
} from './menu.js'
import { foldText } from './names.js'
import { wrapLine } from './wrap.js'

const INDENT = '  '
const LONG_MENU = 10
const LONG_LIST = 4
const LONG_TITLE = 30
const PARTS = [2, 3, 4, 5, 6, 8] // tab stops of running text, as fractions of the width

/**
 * The question with its rule and options, in at most `maxLines`. Drops missing options first. If the list is still too
 * long, shows the number of the remaining options.
 */
export function menuLines(
  asked: ShownQuestion,
  labels: Labels,
  width: number,
  maxLines = Infinity,
): string[] {
  const { decision, items } = asked
  const size = sizeText(decision)
  const top = [
    ...headLines(decision, labels, width, Math.max(1, maxLines - 6)),
    ...(size === '' ? [] : [labels.paint.dim(fitted(INDENT + size, width))]),
  ]
  const table = new Layouts(asked, labels, width)
  const choosable = items.filter(({ gone }) => gone === undefined)
  // If a number is an amount, missing options need no number.
  const all = isAmount(decision) ? choosable : items
  const optionsOf = (of: readonly Item[]): Item[] => of.filter(({ offer }) => offer === undefined)
  const offersOf = (of: readonly Item[]): Item[] => of.filter(({ offer }) => offer !== undefined)
  const isLong = optionsOf(items).length > (isList(decision) ? LONG_LIST : LONG_MENU)
  const layouts: (() => string[])[] = [
    ...(isLong ? [] : [() => [...table.list(optionsOf(all)), ...table.offers(offersOf(all))]]),
    ...[all, choosable].flatMap((of) => [
      () => [...table.columns(optionsOf(of), 3), ...table.offers(offersOf(of))],
      () => [...table.columns(optionsOf(of), 2), ...table.offersInLine(offersOf(of))],
    ]),
    ...[...PARTS, Infinity].map((parts) => () => [
      ...table.inLine(optionsOf(choosable), parts),
      ...table.offersInLine(offersOf(choosable)),
    ]),
  ]
  const room = maxLines - top.length
  for (const layout of layouts) {
    const lines = layout()
    if (lines.length <= room) return [...top, ...lines]
  }
  const offers = table.offersInLine(offersOf(choosable))
  return [...top, ...table.cut(optionsOf(choosable), Math.max(2, room - offers.length)), ...offers]
}

const MIN_LIST_ROOM = 5 // lines: a list in fewer isn't worth reading

/**
 * The question repeated below other output: complete if there is room, else with as many options as fit, else the
 * question alone, else nothing.
 */
export function menuAgain(asked: ShownQuestion, labels: Labels, width: number, room: number): string[] {
  if (room < 1) return []
  const whole = menuLines(asked, labels, width)
  if (whole.length <= room) return whole
  const fewer = room < MIN_LIST_ROOM ? [] : menuLines(asked, labels, width, room)
  if (fewer.length > 0 && fewer.length <= room) return fewer
  const [head = ''] = headLines(asked.decision, labels, width, 1)
  const where = labels.paint.dim(`${INDENT}"show options" lists the options`)
  return room > 1 && asked.decision.kind !== 'number' ? [head, where] : [head]
}

/** The options with a word that starts with `part`. An empty part lists all. */
export function narrowedLines(asked: ShownQuestion, part: string, labels: Labels, width: number): string[] {
  const wanted = foldText(part)
  const found = choosableItems(asked).filter(
    ({ id, label }) => ` ${foldText(label)}`.includes(` ${wanted}`) || foldText(id).startsWith(wanted),
  )
  if (found.length === 0) return [`No option has a word that begins with "${part}".`]
  const table = new Layouts(asked, labels, width)
  return found.length > LONG_LIST ? table.columns(found, 3) : table.list(found)
}

function headLines(decision: Decision, labels: Labels, width: number, maxLines: number): string[] {
  const { paint } = labels
  const action = decision.action === undefined ? '' : labels.action(decision.action)
  const rule = decision.rule === undefined ? '' : `rule ${decision.rule}`
  // The title of a card can be a whole sentence, and the log showed it when the action started.
  const isRedundant = decision.prompt.startsWith(action) || widthOf(action) > LONG_TITLE
  const where = [isRedundant ? '' : action, rule]
  const note = where.filter((part) => part !== '').join(', ')
  const head = `${labels.seat(decision.seat)}: ${paint.bold(capital(decision.prompt))}`
  const lines = wrapLine(note === '' ? head : `${head} ${paint.dim(`(${note})`)}`, width)
  const shown = lines.slice(0, maxLines).map((line) => fitted(line, width))
  if (lines.length <= maxLines) return shown
  return [...shown.slice(0, -1), fitted(`${shown.at(-1) ?? ''} …`, width)]
}

/** The number of options to choose. Empty if it is exactly one. */
function sizeText(decision: Decision): string {
  const { kind, min, max, budget, optional, options, series } = decision
  if (kind === 'number') return `a number from ${min} to ${max}${throughoutText(decision)}`
  if (kind === 'one' && options.length === 0) return optional ? 'an empty line to continue' : ''
  const again = throughoutText(decision)
  if (kind === 'one' && series !== undefined)
    return `one, or all at once: "1 2", or "only 1" for no more${optional ? '; an empty line for none' : ''}`
  if (kind === 'one') return optional ? `one, or an empty line for none${again}` : again.replace('; ', '')
  const all = options.reduce((sum, { count }) => sum + count, 0)
  const most = isAmount(decision) ? maxOfOnlyOption(decision) : max
  const any = max >= all ? 'any number' : `up to ${most}`
  const size = min === most ? `exactly ${min}` : min === 0 ? any : `${min} to ${most}`
  return isCostly(decision) ? `${size}, at a cost of at most ${budget}` : size
}

/** How to answer a question for all rounds of a series. */
function throughoutText({ throughout, kind }: Decision): string {
  return throughout === true ? `; "${kind === 'number' ? 2 : 1} throughout" answers it for the rest, too` : ''
}

/** Whether an option has a cost. */
function isCostly({ budget, options }: Decision): boolean {
  return budget !== undefined && options.some(({ cost = 0 }) => cost !== 0)
}

/** The prompt: what to type, in a few words. */
export function promptText(asked: ShownQuestion): string {
  const { decision } = asked
  const { kind, min, max, budget, optional, options } = decision
  if (kind === 'number') return `${min}-${max}${optional ? ', or empty for none' : ''} > `
  const items = choosableItems(asked)
  if (isAmount(decision)) {
    const { label, id, count } = options[0] ?? { label: '', id: '', count: 0 }
    const most = maxOfOnlyOption(decision)
    const range = min === 0 && most === count ? '' : min === most ? ` (${min})` : ` (${min}-${most})`
    return `${fitted(label || id, 30)}: how many of ${count}${range}? > `
  }
  const range = numbersOf(items)
  if (kind === 'one') {
    if (options.length === 0) return `${range}, or empty to continue > `
    return optional ? `${range}, a name, or empty for none > ` : `${range}, or a name > `
  }
  const all = options.reduce((sum, { count }) => sum + count, 0)
  const size = min === max ? `${min}` : min > 0 ? `${min} to ${max}` : max >= all ? 'any' : `up to ${max}`
  const money = isCostly(decision) ? `, cost up to ${budget}` : ''
  return `${size} of ${numbersOf(items.filter(({ offer }) => offer === undefined))}${money} > `
}

/** The layouts for the items of a question. */
class Layouts {
  private readonly digits: number
  private readonly decision: Decision
  private readonly isAmount: boolean

  constructor(
    { decision, items }: ShownQuestion,
    private readonly labels: Labels,
    private readonly width: number,
  ) {
    this.decision = decision
    this.isAmount = isAmount(decision)
    this.digits = Math.max(1, ...items.map(({ number }) => String(number).length))
  }

  /** One item per line, with its note. */
  list(items: readonly Item[]): string[] {
    const names = this.names(items)
    const notes = items.map((item) => this.note(item))
    const longest = Math.max(0, ...notes.filter((_, i) => items[i]?.gone === undefined).map(widthOf))
    const room = this.width - INDENT.length - longest - 2
    const widest = Math.max(0, ...names.filter((_, i) => notes[i] !== '').map(widthOf))
    return items.flatMap((item, i) => {
      const name = names[i] ?? ''
      const note = notes[i] ?? ''
      if (item.gone !== undefined)
        return [this.dim(`${INDENT}${pad(name, Math.min(widest, room))}${note === '' ? '' : `  ${note}`}`)]
      const line = note === '' ? name : `${pad(name, Math.min(widest, room))}  ${this.labels.paint.dim(note)}`
      return wrapLine(INDENT + line, this.width).map((part) => fitted(part, this.width))
    })
  }

  /** Columns as wide as needed, read from top to bottom. */
  columns(items: readonly Item[], gap: number): string[] {
    const cells = this.cells(this.names(items), items)
    for (let across = Math.min(cells.length, 16); across > 1; across -= 1) {
      const down = Math.ceil(cells.length / across)
      if (Math.ceil(cells.length / down) < across) continue // the last column would be empty
      const columns = Array.from({ length: across }, (_, i) => cells.slice(i * down, (i + 1) * down))
      const widths = columns.map((column) => Math.max(...column.map(widthOf)))
      const whole = widths.reduce((sum, width) => sum + width + gap, INDENT.length - gap)
      if (whole > this.width) continue
      return Array.from({ length: down }, (_, row) => {
        const line = columns.map((column, i) => pad(column[row] ?? '', (widths[i] ?? 0) + gap))
        return (INDENT + line.join('')).trimEnd()
      })
    }
    return this.inLine(items, 2)
  }

  /** Running text, aligned at tab stops: `parts` per line. */
  inLine(items: readonly Item[], parts = Infinity): string[] {
    const stop = Math.max(1, Math.floor((this.width - INDENT.length) / parts))
    const lines: string[] = []
    let line = INDENT
    for (const cell of this.cells(this.names(items, stop > 1 ? this.digits : 0), items)) {
      const at = INDENT.length + Math.ceil((widthOf(line) + 2 - INDENT.length) / stop) * stop
      if (line === INDENT) line += cell
      else if (at + widthOf(cell) <= this.width) line = pad(line, at) + cell
      else {
        lines.push(line)
        line = INDENT + cell
      }
    }
    return [...lines, ...(line === INDENT ? [] : [line])].map((text) => fitted(text, this.width))
  }

  /** As many items as fit, then the number of the others and how to list them. */
  cut(items: readonly Item[], room: number): string[] {
    const shown = (count: number): string[] => [
      ...this.inLine(items.slice(0, count)),
      ...wrapLine(
        `${INDENT}… and ${items.length - count} more: type part of a name, or "show options PART"`,
        this.width,
      ).map((line) => this.labels.paint.dim(line)),
    ]
    let [least, most] = [0, items.length - 1]
    while (least < most) {
      const middle = Math.ceil((least + most) / 2)
      if (shown(middle).length <= room) least = middle
      else most = middle - 1
    }
    return least > 0
      ? shown(least)
      : [this.dim(`${INDENT}${items.length} options: "show options" lists them`)]
  }

  /** The offers: actions the player may take in addition to the question. */
  offers(items: readonly Item[]): string[] {
    if (items.length === 0) return []
    return [this.labels.paint.dim(`${INDENT}${this.when(items)}`), ...this.list(items)]
  }

  offersInLine(items: readonly Item[]): string[] {
    if (items.length === 0) return []
    const cells = this.cells(this.names(items, 0), items)
    return flow([this.labels.paint.dim(this.when(items)), ...cells], '  ', this.width, INDENT).map((line) =>
      fitted(line, this.width),
    )
  }

  private when([first]: readonly Item[]): string {
    const when = { before: 'first', during: 'now', after: 'finally' }[first?.offer ?? 'during']
    return this.decision.options.length === 0 ? `${when}:` : `or ${when}:`
  }

  private names(items: readonly Item[], digits = this.digits): string[] {
    const labels = items.map(({ label }) => label)
    return items.map((item) => {
      const { number, label, id, offer, gone } = item
      const isTwice = labels.indexOf(label) !== labels.lastIndexOf(label)
      const called = isTwice ? `${label} [${id}]` : label
      const plain = gone === undefined ? called : `(${called})`
      const name = offer === undefined || gone !== undefined ? plain : this.labels.paint.bold(plain)
      if (this.isAmount) return offer === undefined ? name : `#${number}. ${name}`
      if (name === String(number)) return name.padStart(digits)
      return numberedLabel({ ...item, label: name }).replace(/^\d+/u, (text) => text.padStart(digits))
    })
  }

  private cells(names: readonly string[], items: readonly Item[]): string[] {
    return items.map((item, i) => {
      const name = names[i] ?? ''
      if (item.gone !== undefined) return this.labels.paint.dim(name)
      const note = this.note(item)
      return note === '' ? name : `${name} ${this.labels.paint.dim(note)}`
    })
  }

  private note({ count, cost, gone }: Item): string {
    if (gone !== undefined) return gone === '' ? '' : gone
    const isPriced = cost !== undefined && isCostly(this.decision)
    return [count > 1 ? `×${count}` : '', isPriced ? `cost ${cost}` : '']
      .filter((part) => part !== '')
      .join(' ')
  }

  private dim(text: string): string {
    return this.labels.paint.dim(fitted(text, this.width))
  }
}

/** Cuts a text that is too long. Doesn't pad. */
function fitted(text: string, width: number): string {
  return widthOf(text) <= width ? text : fit(text, width)
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
