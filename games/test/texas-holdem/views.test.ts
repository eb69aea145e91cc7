/** Nothing tells a seat what it may not see: views, decisions, events, explanations, expressions. */
import { CompileError } from '@ludoforge/compiler'
import { Rng, type State, type StepEvent } from '@ludoforge/kernel'
import { linkExpr, showValue } from '@ludoforge/play'
import { describe, expect, it } from 'vitest'
import { drawChoice } from '../../../test/support/play.js'
import { randomTable, texasHoldem } from './support/game.js'
import { isHidden, known, twin } from '../../../test/support/secrets.js'
import { isThorough } from '../../../test/support/effort.js'

const game = await texasHoldem()
const seats = game.def.seats.map(({ id }) => id)
const cards = game.def.tokens.map(({ id }) => id)
const onlooker = ''

/** Random decisions of random tables, with what followed. */
function* moments(
  seed: number,
  most: number,
): Generator<{ state: State; events: readonly StepEvent[]; rng: Rng }> {
  const rng = new Rng(seed)
  let state = game.start({ seed, options: randomTable(rng) })
  for (let n = 0; n < most; n += 1) {
    const decision = game.decision(state)
    if (decision === undefined) return
    const next = game.step(state, drawChoice(decision, rng))
    yield { state, events: next.events, rng }
    state = next.state
  }
}

function many(visit: (moment: { state: State; events: readonly StepEvent[]; rng: Rng }) => void): void {
  for (let seed = 1; seed <= (isThorough ? 12 : 6); seed += 1)
    for (const moment of moments(seed, 80)) visit(moment)
}

/** The cards that are named in something, wherever and however deep. */
function named(value: unknown): string[] {
  const words = new Set(JSON.stringify(value).match(/[2-9TJQKA][cdhs]\b/g))
  return cards.filter((card) => words.has(card))
}

function sees(seat: string, zone: string): boolean {
  return !isHidden(game.def, zone, seat)
}

/** What lies where, read past all views. */
const contents = game.def.zones.map(({ id }) => ({
  id,
  tokens: linkExpr(game, { query: 'tokensInZone', zone: { zone: id }, filter: [] }, 'list token'),
}))

function visibleTo(state: State, seat: string): Set<string> {
  const open = contents.filter(({ id }) => sees(seat, id))
  const tokens = open.flatMap((zone) => zone.tokens(state) as readonly number[])
  return new Set(tokens.map((token) => showValue(game, state, 'token', token).split('@')[0] ?? ''))
}

describe('a seat', () => {
  it('finds in its view, and in its decision, the cards that it may see and no others', () => {
    many(({ state }) => {
      for (const seat of [...seats, null]) {
        const visible = visibleTo(state, seat ?? onlooker)
        expect(named(game.view(state, seat))).toEqual(cards.filter((card) => visible.has(card)))
      }
    })
  })

  it('is told of a card only when it comes from or goes to where the seat can look', () => {
    let told = 0
    many(({ events }) => {
      for (const seat of [...seats, onlooker])
        for (const event of events) {
          if (event.to !== undefined && !event.to.includes(seat)) continue
          if (named(event).length === 0) continue
          told += 1
          expect(event.type).toBe('moved')
          if (event.type === 'moved') expect(sees(seat, event.from) || sees(seat, event.into)).toBe(true)
        }
    })
    expect(told).toBeGreaterThan(100)
  })

  it('learns nothing of a hand that is won without a showdown', () => {
    let won = 0
    many(({ state, events }) => {
      const end = events.findIndex((event) => event.type === 'said')
      const text = end < 0 ? '' : JSON.stringify(events[end])
      if (end < 0 || text.includes(' with ')) return
      const during = events.slice(0, end)
      if (during.some((event) => event.type === 'moved' && event.into.startsWith('shown'))) return
      won += 1
      const hands = game.evaluate(state, 'cards in hand') as readonly string[]
      for (const seat of [...seats, onlooker]) {
        const others = hands.filter((id) => !id.endsWith(`:${seat}`)).map((id) => id.split('@')[0] ?? '')
        const heard = during.filter(({ to }) => to === undefined || to.includes(seat))
        expect(named(heard).filter((card) => others.includes(card))).toEqual([])
      }
    })
    expect(won).toBeGreaterThan(20)
  })

  it('cannot tell two positions apart that differ in what is hidden, not even by asking why', () => {
    many(({ state, rng }) => {
      const seat = game.decision(state)!.seat
      const other = twin(game, state, seat, rng.below(1 << 20))
      expect(known(game, other, seat)).toEqual(known(game, state, seat))
    })
  })
})

const PROBES = [
  'cards in hand',
  'cards in deck',
  'top(deck)',
  'top(deck).rank',
  'cards in muck',
  'cards in burned',
  'count(h cards in deck)',
  'count(cards in deck where it is Ah)',
  'sum(cards in hand, it.rank)',
  'collect(seats, score(cards in hand of it))',
  'best(seats, score(cards in [hand of it, board]))',
  'first(hand of actor.next).suit',
  'zone of first(cards in [deck, hand of boris] where it is As)',
  'some(seats where some(hand of it where it is Kd))',
  'chance(boris)',
  'chance(actor)',
  'worth(clara)',
  'worth(actor)',
  'max(live, chance(it))',
  'if top(deck) is Ah then 1 else 0',
  'score(cards in [hand of actor, board])',
  'cards in hand of actor',
  'cards in board',
  'cards in shown',
  'count(deck)',
  'collect(seats, count(hand of it))',
  'collect(seats, it.stack)',
  'collect(live, it.strength)',
  'pot',
]

describe('an expression that a seat evaluates', () => {
  const ask = (state: State, text: string, seat: string | null): unknown => {
    try {
      return game.evaluate(state, text, seat)
    } catch (error) {
      if (error instanceof CompileError) return 'refused'
      throw error
    }
  }

  it('gives the same, or is refused, whatever is hidden from the seat', () => {
    const answered = new Set<string>()
    for (let seed = 1; seed <= 5; seed += 1)
      for (const { state, rng } of moments(seed, 25))
        for (const seat of ['ada', 'dmitri', 'emma']) {
          const other = twin(game, state, seat, rng.below(1 << 20))
          for (const text of PROBES) {
            const [here, there] = [ask(state, text, seat), ask(other, text, seat)]
            expect(there, text).toEqual(here)
            if (here !== 'refused') answered.add(text)
          }
        }
    expect([...answered].toSorted()).toEqual(
      [
        'cards in board',
        'cards in hand of actor',
        'cards in shown',
        'chance(actor)',
        'collect(live, it.strength)',
        'collect(seats, count(hand of it))',
        'collect(seats, it.stack)',
        'count(deck)',
        'pot',
        'score(cards in [hand of actor, board])',
        'worth(actor)',
      ].toSorted(),
    )
  })

  it('says what may not be known', () => {
    const state = game.start({ seed: 1 })
    expect(() => game.evaluate(state, 'cards in hand of boris', 'ada')).toThrow(
      'Ada may not know the contents of Hand (Boris).',
    )
    expect(() => game.evaluate(state, 'chance(boris)', 'ada')).toThrow('Hand (Boris)')
    expect(() => game.evaluate(state, 'top(deck)', null)).toThrow(
      'A spectator may not know the contents of Deck.',
    )
  })
})
