/**
 * Small games with secrets, made by fast-check: hidden hands and variables, secret and simultaneous answers, loops that
 * a secret stops, procedures with results. No question, roll or returned card depends on a generated condition, because
 * the rules themselves would reveal that. Everything else may depend on anything.
 */
import fc from 'fast-check'

const SEATS = ['ann', 'ben', 'cid', 'actor'] as const

const YAML = `game: {id: whispers}
seats: [ann, ben, cid]
zones:
  deck: {holds: cards, visible: none}
  hand: {holds: cards, per: seat, visible: owner}
cards:
  sun: {suit: gold, rank: 1, count: 6, supply: deck}
  moon: {suit: silver, rank: 2, count: 6, supply: deck}
  star: {suit: gold, rank: 3, count: 6, supply: deck}
variables:
  tide: 0..999
seat-variables:
  omen: {range: 0..5, hidden: all}
  plan: {range: 0..5, hidden: owner}
  score: 0..999`

/** The text of a part of a rule, given the names in scope. */
type Written = (names: Names) => string
type Lines = (names: Names, indent: string) => string

/** The numeric names in scope of a block. An inner block gets its own copy. */
class Names {
  constructor(
    readonly known: readonly string[],
    private readonly count: { made: number },
    readonly item = false, // whether `it` is a number
  ) {}

  bind(): { readonly name: string; readonly names: Names } {
    const name = `n${this.count.made++}`
    return { name, names: new Names([...this.known, name], this.count) }
  }

  withItem(): Names {
    return new Names(this.known, this.count, true)
  }

  pick(n: number): string | undefined {
    const all = this.item ? [...this.known, 'it'] : this.known
    return all.toReversed()[n % Math.max(1, all.length)] // recent names first
  }
}

const seat = fc.constantFrom(...SEATS)

const READ = [
  '(omen of ',
  '(plan of ',
  '(score of ',
  'weight(',
  'count(gold cards in hand of ',
  'count(hand of ',
] as const

const written = (text: Written): Written => text

/** Mostly names: their values come from elsewhere. */
const { value, test } = fc.letrec<{ value: Written; test: Written }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    { weight: 2, arbitrary: fc.nat(5).map((n) => written(() => String(n))) },
    { weight: 6, arbitrary: fc.nat(2).map((n) => written((names) => names.pick(n) ?? 'tide')) },
    { weight: 4, arbitrary: fc.tuple(fc.constantFrom(...READ), seat).map(([what, who]) => written(() => `${what}${who})`)) },
    { weight: 1, arbitrary: fc.tuple(tie('value'), tie('value')).map(([a, b]) => written((names) => `(${a(names)} + ${b(names)}) % 6`)) },
    { weight: 1, arbitrary: fc.tuple(tie('test'), tie('value'), tie('value')).map(([when, a, b]) => written((names) => `(if ${when(names)} then ${a(names)} else ${b(names)})`)) },
  ),
  test: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    { weight: 5, arbitrary: fc.tuple(tie('value'), fc.constantFrom('>', '<=', '='), tie('value')).map(([a, than, b]) => written((names) => `${a(names)} ${than} ${b(names)}`)) },
    { weight: 1, arbitrary: seat.map((who) => written(() => `some(gold cards in hand of ${who})`)) },
    { weight: 1, arbitrary: fc.tuple(tie('test'), tie('test')).map(([a, b]) => written((names) => `(${a(names)} and ${b(names)})`)) },
    { weight: 1, arbitrary: tie('test').map((a) => written((names) => `not (${a(names)})`)) },
  ),
})) // biome-ignore format: one line each

/** A condition on an option that is a number. */
const fits = fc.oneof(
  test,
  value.map((v) => written((names) => `it > ${v(names)}`)),
)

/** A public effect. A game has only one, because the order of several would reveal something by the rules themselves. */
const DEEDS = [
  'add 1 to tide',
  'add 1 to score of actor',
  'if some(deck)\n    draw 1 card from deck to hand of ann',
  'if some(deck)\n    draw 1 card from deck to hand of cid',
] as const

/** Statements allowed anywhere. Each returns the names in scope after it. */
type Statement = (names: Names, indent: string) => { readonly text: string; readonly names: Names }

const same =
  (text: Lines): Statement =>
  (names, indent) => ({ text: `${indent}${text(names, indent)}`, names })

function block(
  statements: readonly Statement[],
  names: Names,
  indent: string,
  empty = 'add 0 to tide',
): string {
  let known = names
  const lines = statements.map((statement) => {
    const { text, names: after } = statement(known, indent)
    known = after
    return text
  })
  return lines.length === 0 ? `${indent}${empty}` : lines.join('\n')
}

const inner = '  '
/** A name for a value, in scope from here on. */
const naming =
  (text: (name: string, names: Names, indent: string) => string): Statement =>
  (names, indent) => {
    const bound = names.bind()
    return { text: indent + text(bound.name, names, indent), names: bound.names }
  }

const { quiet, quietBlock } = fc.letrec<{ quiet: Statement; quietBlock: Statement[] }>((tie) => ({
  quietBlock: fc.array(tie('quiet'), { maxLength: 3, depthIdentifier: 'blocks' }),
  quiet: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    { weight: 3, arbitrary: value.map((v) => naming((name, names) => `let ${name} = ${v(names)}`)) },
    {
      weight: 3,
      arbitrary: fc.tuple(fc.nat(9), value).map(([n, v]) =>
        same((names) => {
          const name = names.known[n % Math.max(1, names.known.length)]
          return name === undefined ? 'add 0 to tide' : `set ${name} to ${v(names)}`
        }),
      ),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom('omen', 'plan'), seat, value)
        .map(([what, who, v]) => same((names) => `set ${what} of ${who} to (${v(names)}) % 6`)),
    },
    { weight: 1, arbitrary: fc.constant(same(() => 'do deed')) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(test, tie('quietBlock'), tie('quietBlock'))
        .map(([when, then, otherwise]) =>
          same((names, indent) =>
            [
              `if ${when(names)}`,
              block(then, names, indent + inner),
              `${indent}else`,
              block(otherwise, names, indent + inner),
            ].join('\n'),
          ),
        ),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(test, tie('quietBlock'), tie('quietBlock'))
        .map(([when, before, after]) =>
          same((names, indent) =>
            [
              'repeat up to 3 times',
              block(before, names, indent + inner),
              `${indent}${inner}if ${when(names)}\n${indent}${inner}${inner}stop`,
              block(after, names, indent + inner),
            ].join('\n'),
          ),
        ),
    },
    {
      weight: 4,
      // A name that depends on what stops the loop.
      arbitrary: value.map((v) =>
        naming((name, names, indent) =>
          [
            `let ${name} = 0`,
            'repeat up to 5 times',
            `${inner}if ${v(names)} <= ${name}\n${indent}${inner}${inner}stop`,
            `${inner}set ${name} to ${name} + 1`,
          ].join(`\n${indent}`),
        ),
      ),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.nat(1), value)
        .map(([which, v]) => naming((name, names) => `do measure-${which}(${v(names)}), into ${name}`)),
    },
  ),
}))

/** Questions, only where everybody knows about them. */
const secretly = fc.constantFrom('', ', secretly')
const asking: fc.Arbitrary<Statement> = fc.oneof(
  { withCrossShrink: true },
  fc
    .tuple(fits, seat, secretly)
    .map(([when, who, secret]) =>
      naming(
        (name, names) =>
          `choose ${name} from 1..6 where it > 4 or ${when(names.withItem())}, by ${who}${secret}`,
      ),
    ),
  fc.tuple(fc.constantFrom('and', 'or'), fits, seat, secretly).map(([how, when, who, secret]) =>
    same((names) => {
      const where = `it > 4 ${how} ${when(names.withItem())}`
      return `choose up to 1 some${names.bind().name} from 1..6 where ${where}, by ${who}${secret}`
    }),
  ),
  fc
    .tuple(test, seat, secretly, quietBlock, quietBlock)
    .map(([when, who, secret, go, stay]) =>
      same((names, indent) =>
        [
          `choose by ${who}${secret}`,
          `${indent}${inner}option go if ${when(names)}`,
          block(go, names, indent + inner + inner),
          `${indent}${inner}option stay`,
          block(stay, names, indent + inner + inner),
        ].join('\n'),
      ),
    ),
  fc
    .tuple(seat, fc.constantFrom('gold cards', 'cards'))
    .map(([who, what]) =>
      same((names) => `choose up to 1 c${names.known.length} from ${what} in hand of ${who}, by ${who}`),
    ),
  fc.tuple(secretly, value, quietBlock).map(
    ([secret, v, then]): Statement =>
      (names, indent) => {
        const bound = names.bind()
        return {
          text: [
            `${indent}choose ${bound.name} from 0..1 + ${v(names)}, by each seat in seats at once${secret}`,
            `${indent}${inner}set plan of seat to ${bound.name} % 6`,
            block(then, bound.names, indent + inner),
          ].join('\n'),
          names,
        }
      },
  ),
  value.map((v) => same((names) => `do offer(${v(names)})`)),
)

/**
 * Ends a turn: a seat must choose 6 or nothing, whatever the names in scope hold. Explanations of the other numbers
 * depend on them.
 */
const probing = seat.map((who): Statement => {
  return same(({ known }) => {
    const clauses = known.slice(-2).map((name) => ` and it > ${name} % 6`)
    return `choose up to 1 probe from 1..6 where it > 5${clauses.join('')}, by ${who}`
  })
})

/** A line of a policy at that question, given one of the names. */
const policy = fc.option(
  fc.tuple(fc.constantFrom('prefer it > NAME', 'avoid it > NAME', 'stop if NAME > 2'), fc.nat(1)).map(
    ([line, n]): Written =>
      (names) =>
        line.replace('NAME', names.pick(n) ?? 'tide'),
  ),
  { nil: null },
)

export interface Whispers {
  readonly rules: string
  readonly policy: string | null
}

/** The text of a game, with or without its policy. */
export function textOf({ rules, policy: line }: Whispers, withPolicy: boolean): string {
  const bots =
    line === null || !withPolicy
      ? ''
      : `\n\npolicy bot for ann, ben, cid\n  at turn-of-one.probe\n    ${line}`
  return `# Whispers\n\n\`\`\`yaml\n${YAML}\n\`\`\`\n\n\`\`\`rules\n${rules}${bots}\n\`\`\`\n`
}

/** A procedure that returns early by a condition or a loop. */
const measuring = fc.tuple(quietBlock, test, value, value, fc.option(value, { nil: null }))

export const whispers: fc.Arbitrary<Whispers> = fc
  .record({
    turn: fc.array(fc.oneof({ weight: 3, arbitrary: quiet }, { weight: 2, arbitrary: asking }), {
      minLength: 2,
      maxLength: 6,
    }),
    probe: probing,
    measures: fc.tuple(measuring, measuring),
    offered: fits,
    deed: fc.constantFrom(...DEEDS),
    policy,
  })
  .map(({ turn, probe, measures, offered, deed, policy: line }) => {
    const count = { made: 0 }
    const none = new Names([], count)
    const given = new Names(['given'], count)
    // The second may call the first; a procedure may not call itself.
    const measure = measures.map(([before, when, early, late, stop], i) => {
      const body = block(before, given, inner).replaceAll(`measure-${i}(`, 'plain-measure(')
      const other = i === 0 ? body.replaceAll('measure-1(', 'plain-measure(') : body
      const loop =
        stop === null ? '' : `  each step in 1..4\n    if ${stop(given)} <= step\n      give step\n`
      return `procedure measure-${i}(given: number)
${other}
${loop}  if ${when(given)}
    give ${early(given)}
  give ${late(given)}`
    })
    let known = none
    const last: Statement = (names, indent) => {
      known = names
      return probe(names, indent)
    }
    // The first question comes before anything depends on secrets: there the two positions diverge.
    const rules = `setup
  shuffle deck
  each seat in seats
    draw 3 cards from deck to hand of seat

play
  choose ready from 1..2, by ann
  repeat up to 2 times, seats in turn
    do turn-of-one
  rank seats by it.score

procedure turn-of-one
${block([...turn, last], none, inner)}
  add 1 to score of actor

procedure deed
  ${deed}

procedure plain-measure(given: number)
  give given % 6

${measure.join('\n\n')}

procedure offer(given: number)
  choose up to 1 picked from 1..6 where it > 4 and ${offered(given.withItem())}
  if 6 in picked
    add 1 to tide

value weight(seat) = count(moons in hand of seat) + plan of seat`
    return { rules, policy: line === null ? null : line(known) }
  })
