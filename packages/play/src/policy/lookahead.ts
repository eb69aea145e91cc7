/**
 * What the lines of a policy may ask of positions that are not there yet: `after` (the option that is looked at),
 * `would` (an action, carried out on a copy) and `roll`, the policy's own die. A policy looks ahead on a position that
 * its seat may imagine, so that it learns nothing that the seat cannot know.
 */
import {
  type Block,
  LudoError,
  present,
  problem,
  reseed,
  type Rng,
  type Slot,
  type State,
} from '@ludoforge/kernel'
import { forkInto, forkState, type LinkedGame, type Machine, RANDOM_CELLS } from '@ludoforge/kernel/internal'
import { randomPicks, holdsSecrets, determinizeLinked } from '../determinize/determinize.js'
import { type LinkedBlock, linkBlock } from '../workbench/workbench.js'
import { type PolicyQuestion, DecisionScratch } from './scratch.js'
import type { Policy } from './policy.js'

type Asked = (s: State) => Slot

/** Questions that are answered in one `would` before it is given up. */
const MOST_ANSWERS = 400

/**
 * Performs the action as the one in progress would. The policy's own seat performs it, which need not be the actor: the
 * rules may ask a seat during another's action.
 */
const PERFORM = {
  action: { ref: 'binding', name: 'action' },
  by: { ref: 'binding', name: 'seat' },
  free: { ref: 'free' },
} as const
const CLASSED: Block = [{ perform: { ...PERFORM, class: { ref: 'actionClass' } } }]
const PLAIN: Block = [{ perform: PERFORM }]

export class PolicyLookahead {
  private look: DecisionScratch | null = null
  private readonly looks: DecisionScratch[] = [] // by level: what is looked at ahead asks questions of its own
  private level = -1
  private readonly spare: State[] = [] // what was looked at, and can be written over
  private depth = 0

  private readonly machine: Machine

  constructor(
    private readonly game: LinkedGame,
    private readonly policy: Policy,
  ) {
    this.machine = game.linked.machine
  }

  /** From here on lines may look ahead from this question, until `end` is called. */
  begin(state: State, rng: Rng, asked: PolicyQuestion): DecisionScratch {
    const { machine, looks } = this
    const look = (looks[++this.level] ??= new DecisionScratch(state, rng, asked))
    look.begin(state, rng, asked, machine.thinker)
    this.look = look
    machine.thinker = this
    state.still = machine.moment()
    return look
  }

  end(): void {
    const { state, still, thinker, copies, futures } = this.looking
    for (let copy = copies.pop(); copy !== undefined; copy = copies.pop()) this.spare.push(copy)
    if (futures.size > 0) futures.clear()
    state.still = still
    this.machine.thinker = thinker
    this.look = --this.level < 0 ? null : this.looks[this.level]
  }

  /** What is looked at, between `begin` and `end`. */
  private get looking(): DecisionScratch {
    return present(this.look, 'lines look ahead only while their policy decides.')
  }

  get isAhead(): boolean {
    return this.depth > 0
  }

  /** The option that is looked at now; an offer is below 0. */
  lookAt(pick: number): void {
    this.looking.pick = pick
  }

  roll(sides: number): number {
    return 1 + this.looking.rng.below(sides)
  }

  /** A value in the position that the option leads to; as it is now where that cannot be told. */
  after(now: State, value: Asked): Slot {
    const look = this.looking
    const { pick } = look
    if (pick === null) return value(now)
    const { asked } = look
    const picks = asked.kind === 'number' ? [asked.min + pick] : [...look.picks, pick]
    if (problem(asked, picks) !== null) return value(now)
    const future = this.ahead(look, this.imagined(look), (copy) => {
      const dice = copy.d.slice(0, RANDOM_CELLS)
      this.machine.answer(copy, picks, this.policy.seat)
      return dice.every((word, i) => word === copy.d[i]) ? copy : this.spared(copy, look.state)
    })
    return future === look.state ? value(future) : this.once(future, value)
  }

  /** A value after this seat would have carried out the action, playing it by its policy. */
  would(now: State, action: number, value: Asked): Slot {
    const look = this.looking
    if (this.depth > 0) return this.once(this.idle(now), value)
    let future = look.futures.get(action)
    if (future === undefined) {
      future = this.ahead(look, this.forActions(look), (copy) => this.perform(copy, action, look.rng, false))
      look.copies.push(future)
      look.futures.set(action, future)
    }
    return value(future)
  }

  /** Would the action change anything? Nothing is carried out beyond the first change. */
  changes(action: number): boolean {
    const look = this.looking
    if (this.depth > 0) return false
    const known = look.futures.get(action)
    if (known !== undefined) return known.last !== 0
    const future = this.ahead(look, this.forActions(look, true), (copy) =>
      this.perform(copy, action, look.rng, true),
    )
    return this.spared(future, future.last !== 0)
  }

  /** The position that something leads to, in one that the seat may imagine; null: it may imagine none. */
  private ahead(look: DecisionScratch, from: State | null, go: (s: State) => State): State {
    const { state } = look
    if (from === null) return this.idle(state)
    this.depth++
    try {
      const future = go(look.copies.includes(from) ? this.copy(from) : from)
      if (future !== state) future.still = this.machine.moment()
      return future
    } catch (error) {
      // What is only imagined need not fit together. The rules as they are played are checked elsewhere.
      if (error instanceof LudoError) return this.idle(state)
      throw error
    } finally {
      this.depth--
    }
  }

  /** The position as the seat may imagine it; `once`: seldom is it needed again. */
  private imagined(look: DecisionScratch, once = false): State | null {
    const { policy } = this
    const { linked } = this.game
    return (
      look.imagined ??
      this.begun(look, () => {
        const spare = this.spare.pop() ?? null
        const made = determinizeLinked(linked, look.state, policy.seat, look.rng, 'everything', null, spare)
        if (!once) look.copies.push((look.imagined = made))
        return made
      })
    )
  }

  /** The same for an action to be carried out in it: where no action goes by anything hidden, that may stay as it is. */
  private forActions(look: DecisionScratch, once = false): State | null {
    if (this.machine.linker.flows.actionsAreTainted) return this.imagined(look, once)
    return (
      look.asItIs ??
      this.begun(look, () => {
        const made = this.copy(look.state)
        reseed(made, look.rng)
        if (!once) look.copies.push((look.asItIs = made))
        return made
      })
    )
  }

  private begun(look: DecisionScratch, make: () => State): State | null {
    const { machine } = this
    if (holdsSecrets(this.game.linked, look.state)) return null
    look.asked = machine.computed(look.state) ?? machine.asking(look.state, this.policy.seat).copy()
    return make()
  }

  private copy(s: State): State {
    const spare = this.spare.pop()
    return spare === undefined ? forkState(s) : forkInto(spare, s)
  }

  /** A position in which the action performed last has changed nothing: what an action that cannot be imagined leads to. */
  private idle(s: State): State {
    const copy = this.copy(s)
    copy.last = 0
    return copy
  }

  /** What was found in a copy, which is not needed any more. */
  private spared<T>(copy: State, found: T): T {
    this.spare.push(copy)
    return found
  }

  private once(copy: State, value: Asked): Slot {
    return this.spared(copy, value(copy))
  }

  /** Carries out the action in place; `briefly`: until it has changed something. */
  private perform(s: State, action: number, rng: Rng, briefly: boolean): State {
    const { machine, policy } = this
    const { classed, plain } = performing(this.game)
    const block = s.actionClass >= 0 && classed !== null ? classed : plain
    const depth = s.sp
    block.go(s, { args: [action, policy.seat] })
    for (let n = 0; n < MOST_ANSWERS && s.over === 0 && s.sp > depth; n++) {
      if (briefly && s.changed !== 0) {
        s.last = 1 // what an action inside it has changed, it has changed
        break
      }
      const asked = machine.question(s)
      if (asked === undefined) break
      const { seat } = asked
      const picks = seat === policy.seat ? policy.choose(s, rng) : undefined
      machine.answer(s, picks ?? randomPicks(machine.asking(s, seat), rng), seat)
    }
    return s
  }
}

interface Performing {
  readonly classed: LinkedBlock | null
  readonly plain: LinkedBlock
}

const linked = new WeakMap<LinkedGame, Performing>()

/** The blocks that carry out an action, linked once for a game. */
export function performing(game: LinkedGame): Performing {
  const params = [
    { name: 'action', type: 'action' },
    { name: 'seat', type: 'seat' },
  ]
  const known = linked.get(game)
  if (known !== undefined) return known
  const classes = game.def.enums.some(({ id, values }) => id === 'action-class' && values.length > 0)
  const made = {
    classed: classes ? linkBlock(game, CLASSED, { params }) : null,
    plain: linkBlock(game, PLAIN, { params }),
  }
  linked.set(game, made)
  return made
}
