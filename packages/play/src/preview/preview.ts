/**
 * Previews of answers, for the deciding seat. An answer is tried on determinizations, which depend only on what the seat
 * can see. The preview contains the events that all of them share.
 */
import {
  type Choice,
  type Game,
  IllegalChoice,
  LudoError,
  present,
  selectionError,
  Rng,
  type Slot,
  type State,
  type StepEvent,
} from '@ludoforge/kernel'
import {
  forkState,
  FRAME,
  type Linked,
  type Linker,
  type List,
  type Names,
  numberAt,
  offersHidden,
  OpenQuestion,
  picksOf,
  EventRecorder,
  type Probe,
} from '@ludoforge/kernel/internal'
import { hasSecretsOnStackLinked, determinizeLinked } from '../determinize/determinize.js'
import { isVisibleTo } from '../apply-events.js'
import { linkedGame } from '../linked-game.js'

/** The seeds of the determinizations. Where their events differ, the result depends on hidden information. */
const SEEDS = [1, 2]

/** The number of rotations to test where a rule uses hidden information. */
const ROTATIONS = 60

/** A deterministic "generator" that rotates lists: each of up to ROTATIONS hidden tokens visits every position once. */
class RotatingRng extends Rng {
  constructor(private readonly turn: number) {
    super(turn)
  }

  override shuffle<T>(items: T[]): T[] {
    const n = items.length
    const by = n <= ROTATIONS ? this.turn % Math.max(1, n) : Math.floor((this.turn * n) / ROTATIONS)
    items.push(...items.splice(0, by))
    return items
  }

  override range(min: number, max: number): number {
    return min + (this.turn % (max - min + 1))
  }
}

/** The shared data of all previews of one question. */
interface PreviewBase {
  readonly asked: OpenQuestion
  readonly worlds: readonly State[] // determinizations; empty if a running rule already depends on hidden information
  readonly sure: boolean // nothing is hidden from the seat: the only world is the real one
}

/** By state and its serial, then by the deciding seat (-1: the first pending one). */
const cache = new WeakMap<State, { readonly serial: number; readonly bySeat: Map<number, PreviewBase> }>()

/**
 * The effect of an answer, as far as the deciding seat can know it: the events visible to it, up to the next question,
 * the end of the game, the first roll or shuffle, or the first dependence on hidden information.
 */
export interface Preview {
  readonly events: readonly StepEvent[]
  readonly until: 'question' | 'over' | 'chance' | 'hidden'
}

/**
 * Returns the preview of an answer or offer, for the seat that decides. It is fast enough to call for every option on a
 * screen. It runs on determinizations for that seat, so it reveals nothing. Throws IllegalChoice like `decide`.
 */
export function preview(game: Game, state: State, choice: Choice, seat?: string): Preview {
  const linked = linkedGame(game)
  return previewLinked(linked.linked, state, choice, linked.seat(seat))
}

/** `of`: the seat; -1: the first pending one. */
function previewLinked(linked: Linked, s: State, choice: Choice, of: number): Preview {
  const { machine } = linked
  const { names, linker } = machine
  const { asked, worlds, sure } = baseOf(linked, s, of)
  const q = linker.question(s.q)
  const picks = picksOf(names, s, q, asked, choice)
  const wrong = selectionError(asked, picks)
  if (wrong !== null) throw new IllegalChoice(wrong)
  const seat = present(names.layout.seats[asked.seat], 'a seat that decides is one of the game.')
  const visible = (recorder: EventRecorder): StepEvent[] =>
    recorder.events.filter((event) => isVisibleTo(event, seat))
  if (worlds.length === 0) {
    const recorder = new EventRecorder(names, linker, machine.program, asked)
    if (q.together === null) recorder.chose(s, q.id, picks, false)
    else recorder.answered(s, q.id, asked.seat)
    return { events: visible(recorder), until: 'hidden' }
  }
  const [first, ...others] = worlds.map((world, i): Preview => {
    const t = forkState(world)
    Object.assign(machine.asked, asked, { state: t, serial: t.serial })
    const watch = new PreviewRecorder(linked, asked.seat, sure || i > 0)
    t.recorder = watch
    try {
      machine.answer(t, picks, asked.seat)
      return { events: visible(watch), until: t.over === 0 ? 'question' : 'over' }
    } catch (e) {
      if (e instanceof Stop) return { events: visible(watch), until: e.until }
      if (sure || !(e instanceof LudoError)) throw e
      return { events: visible(watch), until: 'hidden' } // the rules may fail in a determinization
    }
  })
  return others.reduce(agreed, present(first, 'there is a world to try it in.'))
}

function baseOf(linked: Linked, s: State, of: number): PreviewBase {
  let all = cache.get(s)
  if (all?.serial !== s.serial) {
    all = { serial: s.serial, bySeat: new Map() }
    cache.set(s, all)
  }
  const before = all.bySeat.get(of)
  if (before !== undefined) return before
  const { machine } = linked
  const asked = Object.assign(new OpenQuestion(), machine.asking(s, of), { state: null })
  // The other answers to a simultaneous choice are hidden, even if everything else is public.
  const alone = machine.linker.question(s.q).together === null
  const sure = alone && seesAll(machine.names, asked.seat)
  const worlds = hasSecretsOnStackLinked(linked, s) ? [] : sure ? [s] : determinizations(linked, s, asked)
  const now = { asked, worlds, sure }
  all.bySeat.set(of, now)
  return now
}

function seesAll(names: Names, me: number): boolean {
  const { zones, variables } = names.layout
  const open = [...variables.values()].every(({ def }) => def.hidden === undefined)
  return open && zones.every((_, z) => names.sees(me, z))
}

function determinizations(linked: Linked, s: State, asked: OpenQuestion): State[] {
  const { machine } = linked
  const { names } = machine
  if (offersHidden(machine, s, asked.seat) || holdsHidden(machine.linker, names, s, asked.seat)) return []
  return SEEDS.map((seed) => {
    const world = determinizeLinked(linked, s, asked.seat, new Rng(seed))
    forgetKinds(names, world, asked.seat)
    return world
  })
}

/**
 * Returns whether a running rule holds hidden tokens in a local name, or another value that may depend on hidden
 * information. Determinization doesn't change local names, but it resamples the answers to a simultaneous choice.
 */
function holdsHidden({ routines, questions, def }: Linker, names: Names, s: State, me: number): boolean {
  const hidden = (t: number): boolean => t >= 0 && !names.sees(me, names.zoneOf(s, t))
  const answers = questions[s.q]?.together?.answers ?? Number.POSITIVE_INFINITY // of the others
  const keeps = def.variables.some((v) => v.during !== undefined && v.hidden !== undefined)
  for (let fp = s.fp; fp >= 0; fp = numberAt(s.k, fp + 2)) {
    const routine = routines[numberAt(s.k, fp)]
    const locals = routine?.locals ?? []
    const resume = routine?.resumes.get(numberAt(s.k, fp + 1))
    if (keeps && resume?.kind === 'call' && resume.performs) return true
    const holds = locals.some(({ type, secret }, i) => {
      if (fp === s.fp && i >= answers && i < answers + names.layout.seats.length) return false
      const slot = s.k[fp + FRAME + i]
      if (type === 'token') return typeof slot === 'number' && hidden(slot)
      if (type === 'list token') return typeof slot === 'object' && slot.some(hidden)
      return secret === true
    })
    if (holds) return true
  }
  return false
}

/** Resets the kinds of hidden pieces, which the seat doesn't know. Determinization handles those of cards. */
function forgetKinds(names: Names, s: State, me: number, turn = 0): void {
  const { layout } = names
  const K = layout.pieceKinds
  for (let t = 0; t < layout.pieces; t++) {
    const zone = names.zoneOf(s, t)
    if (names.sees(me, zone)) continue
    const { kind, kinds, startKind } = present(
      layout.types[layout.typeOf[t] ?? -1],
      'every token has a type.',
    )
    s.d[layout.at + t] = zone * K + kind + ((startKind - kind + turn) % kinds)
  }
  layout.derive(s.d)
  s.writes++
}

/** Returns the common prefix of two previews. */
function agreed(a: Preview, b: Preview): Preview {
  const n = a.events.findIndex((event, i) => JSON.stringify(event) !== JSON.stringify(b.events[i]))
  if (n < 0 && a.events.length === b.events.length && a.until === b.until) return a
  return { events: n < 0 ? a.events : a.events.slice(0, n), until: 'hidden' }
}

class Stop extends Error {
  constructor(readonly until: 'chance' | 'hidden') {
    super(until)
  }
}

/** Created once: their stack traces don't matter. */
const CHANCE = new Stop('chance')
const HIDDEN = new Stop('hidden')

/** Records events until chance or hidden information would decide. */
class PreviewRecorder extends EventRecorder {
  constructor(
    private readonly linked: Linked,
    private readonly me: number,
    private readonly sure: boolean, // probes are unnecessary
  ) {
    const { names, linker, program, asked } = linked.machine
    super(names, linker, program, asked)
  }

  /** Stops if a probed value differs in another determinization: then it depends on hidden information. */
  override weigh(s: State, value: Probe, args: readonly Slot[], where: boolean): void {
    const { names, me, linked } = this
    if (this.sure) return
    const of = (world: State): string => {
      const found = value(world, ...args)
      const at = (t: number): number => (t < 0 ? t : names.zoneOf(world, t))
      if (!where) return String(found)
      return String(typeof found === 'number' ? at(found) : found.map(at))
    }
    const here = of(s)
    for (let turn = 0; turn < ROTATIONS; turn++) {
      const world = determinizeLinked(linked, s, me, new RotatingRng(turn))
      forgetKinds(names, world, me, turn)
      if (of(world) !== here) throw HIDDEN
    }
  }

  private learns(from: number, into: number): boolean {
    return from !== into && !this.names.sees(this.me, from) && this.names.sees(this.me, into)
  }

  override piece(s: State, token: number, old: number, now: number, place: number): void {
    const K = this.names.layout.pieceKinds
    if (this.learns(Math.floor(old / K), Math.floor(now / K))) throw HIDDEN
    super.piece(s, token, old, now, place)
  }

  override card(...moved: Parameters<EventRecorder['card']>): void {
    const [, , from, into] = moved
    if (this.learns(from, into)) throw HIDDEN
    super.card(...moved)
  }

  /** The answers of other seats aren't known before all have answered. */
  override opened(s: State, question: number, seat: number, answer: Slot): void {
    if (seat !== this.me) throw HIDDEN
    super.opened(s, question, seat, answer)
  }

  override revealed(s: State, tokens: List, to: List | null, place: number): void {
    const mine = to === null || to.includes(this.me)
    if (mine && tokens.some((t) => t >= 0 && !this.names.sees(this.me, this.names.zoneOf(s, t)))) throw HIDDEN
    super.revealed(s, tokens, to, place)
  }

  override rolled(): void {
    throw CHANCE
  }

  override shuffled(): void {
    throw CHANCE
  }
}
