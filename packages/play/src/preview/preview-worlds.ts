/** The determinizations on which the answers to a question are tried. They depend only on what the deciding seat can see. */
import { Rng, type State } from '@ludoforge/kernel'
import {
  FRAME,
  type Linked,
  type Linker,
  type Names,
  numberAt,
  offersHidden,
  OpenQuestion,
} from '@ludoforge/kernel/internal'
import { determinizeLinked, hasSecretsOnStackLinked } from '../determinize/determinize.js'
import { forgetKinds } from './preview-recorder.js'

/** The seeds of the determinizations. Where their events differ, the result depends on hidden information. */
const SEEDS = [1, 2]

/** The shared data of all previews of one question. */
export interface PreviewBase {
  readonly asked: OpenQuestion
  readonly worlds: readonly State[] // determinizations; empty if a running rule already depends on hidden information
  readonly sure: boolean // nothing is hidden from the seat: the only world is the real one
}

/** By state and its serial, then by the deciding seat (-1: the first pending one). */
const cache = new WeakMap<State, { readonly serial: number; readonly bySeat: Map<number, PreviewBase> }>()

/** Returns the worlds of a question. `of`: the seat; -1: the first pending one. */
export function baseOf(linked: Linked, s: State, of: number): PreviewBase {
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
    const holds = locals.slice(0, resume?.bound).some(({ type, secret }, i) => {
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
