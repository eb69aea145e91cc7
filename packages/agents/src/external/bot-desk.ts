/**
 * Answers what a bot asks while it decides. Everything comes from what its seat may know: the decision, values that
 * aren't hidden from it, and determinizations. So two positions that the seat can't tell apart give the same answers.
 */
import { type Expr, type Game, LudoError, reseed, Rng, type State } from '@ludoforge/kernel'
import { evaluations, imaginedPosition, type LinkedValue, linkValue, policyNames } from '@ludoforge/play'
import { choiceOfPicks } from '../choice.js'
import { type Content, isAsk, type Message } from '../line-protocol/index.js'
import { agentSpecError, makeAgent } from '../registry.js'
import { botAsks, type BotAsk } from '../schemas/bot-asks.js'
import { BotRefusal } from './bot-refusal.js'
import { seatId } from './context.js'
import { ImaginedPositions } from './imagined-positions.js'
import { playouts } from './playouts.js'
import { rulebookOf } from './rulebook.js'

const MAX_REQUESTS = 100_000 // of one decision
const PLAYOUT_AGENTS = ['random', 'explorer', 'greedy', 'policy'] // without a budget of their own

/** The decision that a bot thinks about. */
export interface BotDecision {
  readonly game: Game
  readonly state: State
  readonly seat: number
  readonly seed: string // of determinizations and playouts; reveals nothing about the game's random numbers
  readonly deadline: number // by `performance.now()`
}

type Of<Name extends BotAsk['ask']> = Extract<BotAsk, { readonly ask: Name }>

export class BotDesk {
  readonly #positions = new ImaginedPositions()
  #requests = 0

  constructor(private readonly about: BotDecision) {}

  /** Answers a message. A refusal is an answer, too. */
  answer(message: Message): Content {
    const id = 'id' in message ? message.id : null
    try {
      return { id, ...this.#answerTo(this.#checked(message)) }
    } catch (error) {
      if (error instanceof BotRefusal || error instanceof LudoError)
        return { id, error: { code: error.code, message: error.message } }
      throw error
    }
  }

  #checked(message: Message): BotAsk {
    this.#requests += 1
    if (this.#requests > MAX_REQUESTS)
      throw new BotRefusal('too-many-requests', `${MAX_REQUESTS} requests are the limit for a decision.`)
    if (performance.now() > this.about.deadline)
      throw new BotRefusal('too-late', 'The time for this decision is up.')
    if (!isAsk(message))
      throw new BotRefusal('unknown-ask', 'Only requests ("ask") can come before the answer to "decide".')
    const known = Object.keys(botAsks)
    const schema = Object.entries(botAsks).find(([name]) => name === message.ask)?.[1]
    if (schema === undefined)
      throw new BotRefusal(
        'unknown-ask',
        `There is no request "${message.ask}". The requests are: ${known.join(', ')}.`,
      )
    const { data, error } = schema.safeParse(message)
    if (data !== undefined) return data
    const [issue] = error.issues
    throw new BotRefusal(
      'bad-field',
      `${message.ask}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim(),
    )
  }

  #answerTo(ask: BotAsk): Content {
    switch (ask.ask) {
      case 'imagine':
        return { position: this.#positions.add(this.#imagined(ask.number ?? 0)) }
      case 'fork':
        return { position: this.#positions.add(this.#copyOf(ask.position)) }
      case 'drop':
        return { dropped: this.#positions.drop(ask.position) }
      case 'legal':
        return this.#legal(ask)
      case 'decide':
        return this.#decide(ask)
      case 'evaluate':
        return this.#evaluate(ask)
      case 'playout':
        return this.#playout(ask)
      case 'policy':
        return this.#policy(ask)
    }
  }

  /** A determinization for the seat. The same number gives the same one during this decision. */
  #imagined(number: number): State {
    const { game, state, seat, seed } = this.about
    const imagined = imaginedPosition(game, state, seat, `${seed}/imagine/${number}`)
    if (imagined === undefined)
      throw new BotRefusal('hidden', 'A secret choice is in progress. Nobody can look ahead before it ends.')
    return imagined
  }

  #copyOf(position: number | undefined): State {
    return position === undefined ? this.#imagined(0) : this.about.game.fork(this.#positions.get(position))
  }

  #legal({ position, seat }: Of<'legal'>): Content {
    const { game, state, seat: me } = this.about
    if (position !== undefined) return this.#askedIn(this.#positions.get(position), this.#seat(seat))
    const own = seatId(game, me)
    if (seat !== undefined && this.#seat(seat) !== own)
      throw new BotRefusal('hidden', `You play ${own}. Ask for a position that you imagine.`)
    return this.#askedIn(state, own)
  }

  #decide({ position, choice, seat, brief }: Of<'decide'>): Content {
    const { game } = this.about
    const before = this.#positions.get(position)
    const after = game.decide(before, choice, this.#seat(seat) ?? this.#decidingIn(before)[0])
    this.#positions.move(position, after)
    if (brief !== true) return this.#askedIn(after)
    const outcome = game.outcome(after)
    return outcome === undefined ? { deciding: this.#decidingIn(after) } : { outcome }
  }

  #evaluate({ position, value, of }: Of<'evaluate'>): Content {
    const { game, state, seat } = this.about
    const viewer = position === undefined ? seatId(game, seat) : undefined
    const at = position === undefined ? state : this.#positions.get(position)
    if (value === undefined) return { seats: evaluations(game, at, viewer) }
    const linked = this.#linked(value, of)
    const reason = viewer === undefined ? undefined : linked.refusal(at, viewer)
    if (reason !== undefined) throw new BotRefusal('hidden', reason)
    return { value: linked.of(at, viewer) }
  }

  #playout({ position, number = 0, times = 1, agents = 'random' }: Of<'playout'>): Content {
    const { game, seed, deadline } = this.about
    const specs = game.def.seats.map(({ id }) =>
      typeof agents === 'string' ? agents : (agents[id] ?? 'random'),
    )
    if (typeof agents !== 'string') for (const id of Object.keys(agents)) this.#seat(id)
    for (const [i, spec] of specs.entries()) this.#checkAgent(spec, seatId(game, i))
    const from = position === undefined ? undefined : this.#positions.get(position)
    const start = (i: number): State => {
      if (from === undefined) return this.#imagined(number + i)
      const copy = game.fork(from)
      reseed(copy, new Rng(`${seed}/playout/${number + i}`))
      return copy
    }
    return { ...playouts({ game, specs, start, times, seed: `${seed}/agents/${number}`, deadline }) }
  }

  #policy({ position, policy }: Of<'policy'>): Content {
    const { game, state, seat, seed } = this.about
    const at = position === undefined ? state : this.#positions.get(position)
    const deciding = position === undefined ? seat : game.deciding(at)[0]
    if (deciding === undefined) throw new BotRefusal('bad-field', 'The game is over in this position.')
    const id = seatId(game, deciding)
    const spec = policy === undefined ? 'policy' : `policy:${policy}`
    this.#checkAgent(spec, id)
    const agent = makeAgent(spec, `${seed}/policy`)
    const picks = agent.choose(game, at, deciding)
    const decision = game.decision(at, id)
    if (decision === undefined) throw new BotRefusal('bad-field', `${id} has no decision to make.`)
    return { choice: choiceOfPicks(decision, picks), why: (agent.why?.(at) ?? []).map(({ text }) => text) }
  }

  /** The open decision, or the outcome. In a simultaneous choice, `deciding` lists the seats that haven't answered. */
  #askedIn(state: State, seat?: string): Content {
    const { game } = this.about
    const outcome = game.outcome(state)
    if (outcome !== undefined) return { outcome }
    const deciding = this.#decidingIn(state)
    const decision = game.decision(state, seat ?? deciding[0])
    return {
      ...(decision === undefined ? {} : { decision }),
      ...(deciding.length > 1 || decision === undefined ? { deciding } : {}),
    }
  }

  #decidingIn(state: State): string[] {
    const { game } = this.about
    return game.deciding(state).map((seat) => seatId(game, seat))
  }

  #seat(id: string | undefined): string | undefined {
    const { seats } = this.about.game.def
    if (id === undefined || seats.some((seat) => seat.id === id)) return id
    throw new BotRefusal(
      'unknown-seat',
      `There is no seat "${id}". The seats are: ${seats.map((seat) => seat.id).join(', ')}.`,
    )
  }

  #checkAgent(spec: string, seat: string): void {
    const [name = '', policy] = spec.split(':')
    if (!PLAYOUT_AGENTS.includes(name))
      throw new BotRefusal('unknown-agent', `"${spec}" can't play here. Use ${PLAYOUT_AGENTS.join(', ')}.`)
    const wrong = agentSpecError(spec)
    if (wrong !== undefined) throw new BotRefusal('unknown-agent', wrong)
    const known = policyNames(this.about.game.def, seat)
    if (name === 'policy' && (policy === undefined ? known.length === 0 : !known.includes(policy)))
      throw new BotRefusal(
        'unknown-agent',
        known.length === 0
          ? `${seat} has no policy.`
          : `${seat} has no policy "${policy}", but ${known.join(', ')}.`,
      )
  }

  /** The value with this name, of a seat or zone, linked once per game. */
  #linked(value: string, of: string | undefined): LinkedValue {
    const { game } = this.about
    const { def } = game
    const declared = rulebookOf(game).values.find(({ id }) => id === value)
    const fn = def.functions.find(({ id }) => id === value)
    if (declared === undefined || fn === undefined)
      throw new BotRefusal('unknown-value', `The game declares no value "${value}". "hello" lists them.`)
    if ((declared.of === undefined) !== (of === undefined))
      throw new BotRefusal(
        'bad-field',
        declared.of === undefined ? `${value} takes no "of".` : `${value} needs "of": a ${declared.of}.`,
      )
    if (declared.of === 'seat') this.#seat(of)
    if (declared.of === 'zone' && !def.zones.some(({ id }) => id === of))
      throw new BotRefusal('bad-field', `There is no zone "${of}".`)
    const args: Expr[] = of === undefined ? [] : declared.of === 'seat' ? [{ seat: of }] : [{ zone: of }]
    const known = linkedValues.get(game) ?? new Map<string, LinkedValue>()
    linkedValues.set(game, known)
    const key = JSON.stringify([value, of])
    const linked = known.get(key) ?? linkValue(game, { expr: { call: value, args }, type: fn.returns })
    known.set(key, linked)
    return linked
  }
}

const linkedValues = new WeakMap<Game, Map<string, LinkedValue>>()
