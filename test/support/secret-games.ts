/**
 * Small games with secrets, made by fast-check: hidden hands and variables, secret and simultaneous answers, loops that
 * a secret stops, lists of seats, spaces and the whole game, numbers on cards, values of kinds of cards, procedures with
 * results and rules that follow them, for all seats or fewer players. No question, roll or returned card depends on a generated condition, because
 * the rules themselves would reveal that. Everything else may depend on anything.
 */
import fc from 'fast-check'

import { fits, Names, seat, test, value, type Written } from './secret-values.js'

const YAML = `game: {id: whispers}
seats: [ann, ben, cid]
players: {range: 2..3, default: 3}
spaces: {glade: {}, moor: {}}
zones:
  box: {}
  deck: {holds: cards, visible: none}
  hand: {holds: cards, per: seat, visible: owner}
  brow: {holds: cards, per: seat, visible: others}
properties: {glow: 0..3}
pieces: {lamp: {count: 2, supply: box, changing: glow}}
cards:
  sun: {suit: gold, rank: 1, count: 6, supply: deck, changing: glow}
  moon: {suit: silver, rank: 2, count: 6, supply: deck}
  star: {suit: gold, rank: 3, count: 6, supply: deck, changing: glow}
variables:
  tide: 0..999
  tales: {list: 0..5, most: 3, forgetting: first}
space-variables:
  traces: {list: 0..5, most: 2, forgetting: first}
seat-variables:
  omen: {range: 0..5, hidden: all}
  plan: {range: 0..5, hidden: owner}
  echoes: {list: 0..5, most: 3, hidden: all, forgetting: first}
  marks: {list: 0..5, most: 3, hidden: owner, forgetting: first}
  score: 0..999`

/** Seats that can be asked: the third only where there are three players. */
const asked = fc.constantFrom('ann', 'ben', 'third', 'actor')

type Lines = (names: Names, indent: string) => string

/** A public effect. A game has only one, because the order of several would reveal something by the rules themselves. */
export const DEEDS = [
  'add 1 to tide',
  'add 1 to score of actor',
  'if some(deck)\n    draw 1 card from deck to hand of ann',
  'if some(deck)\n    draw 1 card from deck to hand of third',
  'append tide % 6 to tales',
  'append omen of ben to tales',
  'append plan of ann to traces of moor',
  'append 1 to traces of glade\n  add 2 to traces of moor',
  'set tales to marks of ben',
  'each lamp in lamps in map\n    set glow of lamp to omen of ben % 4',
  'set glow of first(lamps in map) to (first(lamps in map).glow + 1) % 4',
  'each card in gold cards in hand of ann\n    set glow of card to omen of ben % 4',
  'each card in gold cards in brow of ben\n    set glow of card to plan of ann % 4',
] as const

/** The end of the game, by what everybody sees or by what nobody does. */
const RANKS = [
  'rank seats by it.score',
  'rank seats by least it.score, then most count(hand of it)',
  'rank seats by it.score, then least count(hand of it), then most tide',
  'everybody wins with tide',
  'everybody loses with sum(seats, it.score)',
  'everybody wins with sum(seats, omen of it)',
  'rank seats by it.score, then least omen of it',
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
/** The place of the deed itself, instead of its call. */
const DEED = '@deed'
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
      weight: 4,
      // The same is seen on both sides, so the line of the events must not show which it was.
      arbitrary: test.map((when) =>
        same((names, indent) =>
          [`if ${when(names)}`, `${inner}${DEED}`, 'else', `${inner}${DEED}`].join(`\n${indent}`),
        ),
      ),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(seat, value)
        .map(([who, v]) => same((names) => `append (${v(names)}) % 6 to marks of ${who}`)),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom('append', 'add', 'subtract'), value, seat)
        .map(([how, v, who]) =>
          same((names) => `${how} (${v(names)}) % 6 ${how === 'subtract' ? 'from' : 'to'} echoes of ${who}`),
        ),
    },
    { weight: 1, arbitrary: seat.map((who) => same(() => `clear marks of ${who}`)) },
    { weight: 1, arbitrary: seat.map((who) => same(() => `set echoes of ann to marks of ${who}`)) },
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
    .tuple(fits, asked, secretly)
    .map(([when, who, secret]) =>
      naming(
        (name, names) =>
          `choose ${name} from 1..6 where it > 4 or ${when(names.withItem())}, by ${who}${secret}`,
      ),
    ),
  fc.tuple(fc.constantFrom('and', 'or'), fits, asked, secretly).map(([how, when, who, secret]) =>
    same((names) => {
      const where = `it > 4 ${how} ${when(names.withItem())}`
      return `choose up to 1 some${names.bind().name} from 1..6 where ${where}, by ${who}${secret}`
    }),
  ),
  fc
    .tuple(test, asked, secretly, quietBlock, quietBlock)
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
    .tuple(asked, fc.constantFrom('gold cards', 'cards'))
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
  // What follows a question is part of its preview.
  asked.map((who) =>
    same((names, indent) =>
      [`choose up to 1 hasty${names.known.length} from 1..2, by ${who}`, DEED].join(`\n${indent}`),
    ),
  ),
)

/**
 * Ends a turn: a seat must choose 6 or nothing, whatever the names in scope hold. Explanations of the other numbers
 * depend on them.
 */
const probing = asked.map((who): Statement => {
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
  readonly players: number
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

/** Games with this deed. */
export const whispers = (deed: string): fc.Arbitrary<Whispers> =>
  fc
    .record({
      turn: fc.array(fc.oneof({ weight: 3, arbitrary: quiet }, { weight: 2, arbitrary: asking }), {
        minLength: 2,
        maxLength: 6,
      }),
      probe: probing,
      measures: fc.tuple(measuring, measuring),
      offered: fits,
      rank: fc.constantFrom(...RANKS),
      stirred: quietBlock,
      following: quietBlock,
      policy,
      players: fc.constantFrom(2, 3),
      atOnce: fc.boolean(), // the deed follows the first question, and is part of its preview
    })
    .map(({ players, atOnce, turn, probe, measures, offered, rank, stirred, following, policy: line }) => {
      const count = { made: 0 }
      const none = new Names([], count)
      const given = new Names(['given'], count)
      // The second may call the first; a procedure may not call itself.
      const measure = measures.map(([before, when, early, late, stop], i) => {
        const body = block(before, given, inner).replaceAll(`measure-${i}(`, 'plain-measure(')
        const other = i === 0 ? body.replaceAll('measure-1(', 'plain-measure(') : body
        const loop =
          stop === null ? '' : `  each step in 1..4\n    if ${stop(given)} <= step\n      give step\n`
        return `procedure measure-${i}(given: number), announced
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
    draw 2 cards from deck to brow of seat
  place 1 lamp in glade
  place 1 lamp in moor

play
  choose ready from 1..2, by ann
${atOnce ? `  ${DEED}\n` : ''}  repeat up to 2 times, seats in turn
    do turn-of-one
  ${rank}

procedure turn-of-one
${block([...turn, last], none, inner)}
  add 1 to score of actor

procedure deed
  ${deed}

procedure plain-measure(given: number)
  give given % 6

procedure stir(given: number)
${block(stirred, new Names(['given'], count, false, true), inner).replaceAll(/measure-[01]\(/g, 'plain-measure(')}

${measure.join('\n\n')}

whenever measure-1
${block(following, given, inner).replaceAll(/measure-[01]\(/g, 'plain-measure(')}

procedure offer(given: number)
  choose up to 1 picked from 1..6 where it > 4 and ${offered(given.withItem())}
  if 6 in picked
    add 1 to tide

value weight(seat) = count(moons in hand of seat) + plan of seat
value third = if cid is present then cid else ben

value gleam of sun cards or stars = it.glow + 1
value gleam of moon = plan of ben
value lure(seat) of gold cards = omen of seat
test charmed of sun or moon = true`
      const inlined = rules.replaceAll(/^( *)@deed$/gm, (_, indent: string) =>
        deed.replaceAll(/^(?: {2})?/gm, indent),
      )
      return { rules: inlined, players, policy: line === null ? null : line(known) }
    })
