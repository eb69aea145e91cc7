/** Values and conditions for generated games with secrets: what their rules read, and the names in scope. */
import fc from 'fast-check'

const SEATS = ['ann', 'ben', 'cid', 'actor'] as const

/** The text of a part of a rule, given the names in scope. */
export type Written = (names: Names) => string

/** The numeric names in scope of a block. An inner block gets its own copy. */
export class Names {
  constructor(
    readonly known: readonly string[],
    private readonly count: { made: number },
    readonly item = false, // whether `it` is a number
    readonly supposing = false, // inside `after`, or in a rule that `after` may run
  ) {}

  bind(): { readonly name: string; readonly names: Names } {
    const name = `n${this.count.made++}`
    return { name, names: new Names([...this.known, name], this.count, false, this.supposing) }
  }

  withItem(): Names {
    return new Names(this.known, this.count, true, this.supposing)
  }

  withinSupposition(): Names {
    return new Names(this.known, this.count, this.item, true)
  }

  pick(n: number): string | undefined {
    const all = this.item ? [...this.known, 'it'] : this.known
    return all.toReversed()[n % Math.max(1, all.length)] // recent names first
  }
}

export const seat = fc.constantFrom(...SEATS)

const READ = [
  '(omen of ',
  '(plan of ',
  '(score of ',
  'weight(',
  'count(gold cards in hand of ',
  'count(hand of ',
  'count(gold cards in brow of ',
] as const

/** What is read of each card of a zone: a number on it, and values of kinds of cards. */
const READ_OF_CARDS = ['it.glow', 'gleam of it', 'lure(it, ann)'] as const

/** Lists of the whole game and of spaces, and what they hold. */
const READ_OF_LISTS = [
  'count(tales)',
  '(sum(tales, it) % 6)',
  'count(traces of moor)',
  '(sum(traces of glade, it) % 6)',
  '(sum(collect(map as place, traces of place), it) % 6)',
  'sum(lamps in map, it.glow)',
  'first(hand of ben).glow',
  'gleam of first(hand of ben)',
  '(if charmed of top(hand of actor) then 1 else 4)',
] as const

const written = (text: Written): Written => text

/** A value after a procedure. A supposition in another isn't allowed, so only the outermost stays. */
function supposed(names: Names, then: Written, given: Written): string {
  if (names.supposing) return `(${then(names)})`
  const inside = names.withinSupposition()
  return `(${then(inside)} after stir(${given(inside)}))`
}

/** Mostly names: their values come from elsewhere. */
export const { value, test } = fc.letrec<{ value: Written; test: Written }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    { weight: 2, arbitrary: fc.nat(5).map((n) => written(() => String(n))) },
    { weight: 6, arbitrary: fc.nat(2).map((n) => written((names) => names.pick(n) ?? 'tide')) },
    { weight: 4, arbitrary: fc.tuple(fc.constantFrom(...READ), seat).map(([what, who]) => written(() => `${what}${who})`)) },
    { weight: 2, arbitrary: fc.constantFrom(...READ_OF_LISTS).map((what) => written(() => what)) },
    { weight: 2, arbitrary: fc.tuple(fc.constantFrom('hand', 'brow'), seat, fc.constantFrom(...READ_OF_CARDS)).map(([zone, who, what]) => written(() => `(sum(cards in ${zone} of ${who}, ${what}) % 6)`)) },
    { weight: 1, arbitrary: fc.tuple(tie('value'), tie('value')).map(([a, b]) => written((names) => `(${a(names)} + ${b(names)}) % 6`)) },
    { weight: 1, arbitrary: fc.constant(written(() => '(sum(collect(seats as one, marks of one), it) % 6)')) },
    { weight: 1, arbitrary: fc.tuple(tie('value'), tie('value')).map(([then, given]) => written((names) => supposed(names, then, given))) },
    { weight: 1, arbitrary: fc.tuple(tie('test'), tie('value'), tie('value')).map(([when, a, b]) => written((names) => `(if ${when(names)} then ${a(names)} else ${b(names)})`)) },
  ),
  test: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    { weight: 5, arbitrary: fc.tuple(tie('value'), fc.constantFrom('>', '<=', '='), tie('value')).map(([a, than, b]) => written((names) => `${a(names)} ${than} ${b(names)}`)) },
    { weight: 1, arbitrary: seat.map((who) => written(() => `some(gold cards in hand of ${who})`)) },
    { weight: 1, arbitrary: seat.map((who) => written(() => `some(gold cards in brow of ${who})`)) },
    { weight: 1, arbitrary: fc.tuple(tie('value'), seat).map(([v, who]) => written((names) => `(${v(names)}) in (marks of ${who})`)) },
    { weight: 1, arbitrary: tie('value').map((v) => written((names) => `(${v(names)}) in collect(all-seats as one, marks of one)`)) },
    { weight: 1, arbitrary: fc.tuple(tie('value'), seat).map(([v, who]) => written((names) => `(${v(names)}) in (echoes of ${who})`)) },
    { weight: 1, arbitrary: tie('value').map((v) => written((names) => `(${v(names)}) in tales`)) },
    { weight: 1, arbitrary: fc.tuple(tie('value'), fc.constantFrom('glade', 'moor')).map(([v, where]) => written((names) => `(${v(names)}) in (traces of ${where})`)) },
    { weight: 1, arbitrary: seat.map((who) => written(() => `some(cards in hand of ${who} where charmed of it)`)) },
    { weight: 1, arbitrary: seat.map((who) => written(() => `some(cards in hand of ${who} where it.glow > 1)`)) },
    { weight: 1, arbitrary: seat.map((who) => written(() => `${who} is present and omen of ${who}.next > 2`)) },
    { weight: 1, arbitrary: fc.constant(written(() => 'position = position')) },
    { weight: 1, arbitrary: fc.tuple(tie('test'), tie('test')).map(([a, b]) => written((names) => `(${a(names)} and ${b(names)})`)) },
    { weight: 1, arbitrary: tie('test').map((a) => written((names) => `not (${a(names)})`)) },
    { weight: 1, arbitrary: fc.tuple(tie('test'), tie('value')).map(([then, given]) => written((names) => supposed(names, then, given))) },
  ),
})) // biome-ignore format: one line each

/** A condition on an option that is a number. */
export const fits = fc.oneof(
  test,
  value.map((v) => written((names) => `it > ${v(names)}`)),
)
