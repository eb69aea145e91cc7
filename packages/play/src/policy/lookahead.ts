/**
 * The lookahead of policy lines: `after` (the current option), `would` (an action, performed on a copy) and `roll`, the
 * policy's own die. A policy looks ahead in a determinization for its seat, so it learns nothing that the seat can't know.
 */
import {
  type Block,
  LudoError,
  present,
  selectionError,
  reseed,
  type Rng,
  type Slot,
  type State,
} from '@ludoforge/kernel'
import { forkInto, forkState, type LinkedGame, type Machine, RANDOM_CELLS } from '@ludoforge/kernel/internal'
import { randomPicks, hasSecretsOnStackLinked, determinizeLinked } from '../determinize/determinize.js'
import { type LinkedBlock, linkBlock } from '../workbench/workbench.js'
import { type PolicyQuestion, DecisionScratch } from './scratch.js'
import type { Policy } from './policy.js'

type Evaluate = (s: State) => Slot

/** The maximum number of answers in one `would`. */
const MAX_ANSWERS = 400

/**
 * Performs the action with the class and freedom of the action in progress. The performer is the policy's seat, which
 * may not be the actor: the rules may ask a seat during another's action.
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
  private readonly looks: DecisionScratch[] = [] // by level: lookahead asks questions, which look ahead themselves
  private level = -1
  private readonly spare: State[] = [] // a pool of states to overwrite
  private depth = 0

  private readonly machine: Machine

  constructor(
    private readonly game: LinkedGame,
    private readonly policy: Policy,
  ) {
    this.machine = game.linked.machine
  }

  /** Starts the lookahead from this question, until `end`. */
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
    this.look = --this.level < 0 ? null : (this.looks[this.level] ?? null)
  }

  /** The current scratch memory, between `begin` and `end`. */
  private get looking(): DecisionScratch {
    return present(this.look, 'lines look ahead only while their policy decides.')
  }

  get isAhead(): boolean {
    return this.depth > 0
  }

  /** Sets the current option; an offer is below 0. */
  lookAt(pick: number): void {
    this.looking.pick = pick
  }

  roll(sides: number): number {
    return 1 + this.looking.rng.below(sides)
  }

  /** Returns a value after the current option; the current value if that is unpredictable. */
  after(now: State, value: Evaluate): Slot {
    const look = this.looking
    const { pick } = look
    if (pick === null) return value(now)
    const { asked } = look
    const picks = asked.kind === 'number' ? [asked.min + pick] : [...look.picks, pick]
    if (selectionError(asked, picks) !== null) return value(now)
    const future = this.ahead(look, this.determinized(look), (copy) => {
      const dice = copy.d.slice(0, RANDOM_CELLS)
      this.machine.answer(copy, picks, this.policy.seat)
      return dice.every((word, i) => word === copy.d[i]) ? copy : this.recycled(copy, look.state)
    })
    return future === look.state ? value(future) : this.once(future, value)
  }

  /** Returns a value after this seat has performed the action, deciding by its policy. */
  would(now: State, action: number, value: Evaluate): Slot {
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

  /** Returns whether the action would change anything. Stops at the first change. */
  changes(action: number): boolean {
    const look = this.looking
    if (this.depth > 0) return false
    const known = look.futures.get(action)
    if (known !== undefined) return known.last !== 0
    const future = this.ahead(look, this.forActions(look, true), (copy) =>
      this.perform(copy, action, look.rng, true),
    )
    return this.recycled(future, future.last !== 0)
  }

  /** Returns the position after `go`, in a determinization. `from` is null if there is none. */
  private ahead(look: DecisionScratch, from: State | null, go: (s: State) => State): State {
    const { state } = look
    if (from === null) return this.idle(state)
    this.depth++
    try {
      const future = go(look.copies.includes(from) ? this.copy(from) : from)
      if (future !== state) future.still = this.machine.moment()
      return future
    } catch (error) {
      // A determinization may break invariants of the rules. Real positions are checked elsewhere.
      if (error instanceof LudoError) return this.idle(state)
      throw error
    } finally {
      this.depth--
    }
  }

  /** Returns the determinization of the position; `once`: it isn't cached, because it is seldom needed again. */
  private determinized(look: DecisionScratch, once = false): State | null {
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

  /** The same for performing an action: a plain copy is enough if no action depends on hidden information. */
  private forActions(look: DecisionScratch, once = false): State | null {
    if (this.machine.linker.flows.actionsAreTainted) return this.determinized(look, once)
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
    if (hasSecretsOnStackLinked(this.game.linked, look.state)) return null
    look.asked = machine.computed(look.state) ?? machine.asking(look.state, this.policy.seat).copy()
    return make()
  }

  private copy(s: State): State {
    const spare = this.spare.pop()
    return spare === undefined ? forkState(s) : forkInto(spare, s)
  }

  /** Returns a copy in which the last action changed nothing: the result of an action that can't be simulated. */
  private idle(s: State): State {
    const copy = this.copy(s)
    copy.last = 0
    return copy
  }

  /** Returns `found`, and the copy to the pool. */
  private recycled<T>(copy: State, found: T): T {
    this.spare.push(copy)
    return found
  }

  private once(copy: State, value: Evaluate): Slot {
    return this.recycled(copy, value(copy))
  }

  /** Performs the action in place; `briefly`: until it has changed something. */
  private perform(s: State, action: number, rng: Rng, briefly: boolean): State {
    const { machine, policy } = this
    const { classed, plain } = performBlocks(this.game)
    const block = s.actionClass >= 0 && classed !== null ? classed : plain
    const depth = s.sp
    block.go(s, { args: [action, policy.seat] })
    for (let n = 0; n < MAX_ANSWERS && s.over === 0 && s.sp > depth; n++) {
      if (briefly && s.changed !== 0) {
        s.last = 1 // changes of inner actions count as its own
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

/** Returns the blocks that perform an action, linked once per game. */
export function performBlocks(game: LinkedGame): Performing {
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
