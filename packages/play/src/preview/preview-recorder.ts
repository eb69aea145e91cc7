/** Records the events of an answer until chance or hidden information would decide. */
import { present, Rng, type Slot, type State } from '@ludoforge/kernel'
import { EventRecorder, type Linked, type List, type Names, type Probe } from '@ludoforge/kernel/internal'
import { determinizeLinked } from '../determinize/determinize.js'

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

/** Resets the kinds of hidden pieces, which the seat doesn't know. Determinization handles those of cards. */
export function forgetKinds(names: Names, s: State, me: number, turn = 0): void {
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
  s.stamp = 0
}

/** Thrown where a preview ends before the next question. */
export class Stop extends Error {
  constructor(readonly until: 'chance' | 'hidden') {
    super(until)
  }
}

/** Created once: their stack traces don't matter. */
const CHANCE = new Stop('chance')
const HIDDEN = new Stop('hidden')

/** Records events, and throws a `Stop` where chance or hidden information would decide. */
export class PreviewRecorder extends EventRecorder {
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
