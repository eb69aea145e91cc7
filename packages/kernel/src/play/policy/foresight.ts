/**
 * What the lines of a policy may ask of positions that are not there yet: `after` (the option that is looked at),
 * `would` (an action, carried out on a copy) and `roll`, the policy's own die. A policy looks ahead on a position that
 * its seat may imagine, so that it learns nothing that the seat cannot know.
 */
import type { Block } from '../../def/index.js'
import { LudoError } from '../../errors.js'
import { forkState, NO_ITEMS, RANDOM_CELLS, type Slot, type State } from '../../layout/state.js'
import type { Question } from '../../protocol.js'
import type { Machine } from '../../run/machine.js'
import { problem } from '../../run/selection.js'
import type { Rng } from '../../run/rng.js'
import { drawPicks, holdsSecrets, imagine } from '../determinize.js'
import type { LinkedGame } from '../game.js'
import { type LinkedBlock, linkBlock } from '../workbench.js'
import type { Policy } from './policy.js'

type Asked = (s: State) => Slot

/** Questions that are answered in one `would` before it is given up. */
const MOST_ANSWERS = 400

/** The action is carried out as the one in progress would carry it out. */
const CLASSED: Block = [
  {
    perform: {
      action: { ref: 'binding', name: 'action' },
      by: { ref: 'actor' },
      free: { ref: 'free' },
      class: { ref: 'actionClass' },
    },
  },
]
const PLAIN: Block = [
  { perform: { action: { ref: 'binding', name: 'action' }, by: { ref: 'actor' }, free: { ref: 'free' } } },
]

/** One look at a question: what `after` and `would` start from. */
interface Look {
  readonly state: State
  readonly rng: Rng
  readonly question: Pick<
    Question,
    'kind' | 'values' | 'counts' | 'costs' | 'min' | 'max' | 'budget' | 'optional' | 'offers'
  >
  pick: number | null // an offer is below 0
  picks: readonly number[]
  imagined: State | null
}

/** A position in which the action performed last has changed nothing: what an action that cannot be imagined leads to. */
function idle(state: State): State {
  const copy = forkState(state)
  copy.last = 0
  return copy
}

export class Foresight {
  private look: Look | null = null
  private depth = 0

  constructor(
    private readonly game: LinkedGame,
    private readonly policy: Policy,
  ) {}

  private get machine(): Machine {
    return this.game.linked.machine
  }

  /** Does something while lines may look ahead from this question. */
  during<T>(state: State, rng: Rng, question: Look['question'], work: () => T): T {
    const before = this.look
    const { machine } = this
    const thinker = machine.thinker
    this.look = { state, rng, question, pick: null, picks: NO_ITEMS, imagined: null }
    machine.thinker = this
    const still = state.still
    state.still = ++machine.moments
    try {
      return machine.guarded(state, work)
    } finally {
      state.still = still
      this.look = before
      machine.thinker = thinker
    }
  }

  get isAhead(): boolean {
    return this.depth > 0
  }

  /** The option that is looked at now, and those picked before. */
  consider(pick: number, picks: readonly number[]): void {
    const look = this.look!
    look.pick = pick
    look.picks = picks
  }

  roll(sides: number): number {
    return 1 + this.look!.rng.below(sides)
  }

  /** A value in the position that the option leads to; as it is now where that cannot be told. */
  after(now: State, value: Asked): Slot {
    const look = this.look!
    const { pick, question } = look
    if (pick === null) return value(now)
    const picks = question.kind === 'number' ? [question.min + pick] : [...look.picks, pick]
    if (problem(question, picks) !== null) return value(now)
    return this.ahead(look, value, (copy) => {
      const dice = copy.d.slice(0, RANDOM_CELLS)
      this.machine.answer(copy, picks, this.policy.seat)
      return dice.every((word, i) => word === copy.d[i]) ? copy : look.state
    })
  }

  /** A value after this seat would have carried out the action, playing it by its policy. */
  would(now: State, action: number, value: Asked): Slot {
    const look = this.look!
    if (this.depth > 0) return value(idle(now))
    return this.ahead(look, value, (copy) => this.perform(copy, action, look.rng))
  }

  private ahead(look: Look, value: Asked, go: (copy: State) => State): Slot {
    const { linked } = this.game
    const { state } = look
    if (holdsSecrets(linked, state)) return value(idle(state))
    linked.machine.computed(state) // its question is needed again
    look.imagined ??= imagine(linked, state, this.policy.seat, look.rng)
    this.depth++
    try {
      return value(go(forkState(look.imagined)))
    } catch (error) {
      // What is only imagined need not fit together. The rules as they are played are checked elsewhere.
      if (error instanceof LudoError) return value(idle(state))
      throw error
    } finally {
      this.depth--
    }
  }

  private perform(start: State, action: number, rng: Rng): State {
    const { machine, policy } = this
    const { classed, plain } = performing(this.game)
    const block = start.actionClass >= 0 && classed !== null ? classed : plain
    const depth = start.sp
    const s = block.run(start, { args: [action] })
    for (let n = 0; n < MOST_ANSWERS && s.over === 0 && s.sp > depth; n++) {
      const asked = machine.question(s)
      if (asked === undefined) break
      const { seat } = asked
      const picks = seat === policy.seat ? policy.choose(s, rng) : undefined
      machine.answer(s, picks ?? drawPicks(machine.asking(s, seat), rng), seat)
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
  const params = [{ name: 'action', type: 'action' }]
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
