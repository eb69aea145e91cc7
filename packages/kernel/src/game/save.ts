/** Serializes states to plain JSON, and back. `restore` treats its input as hostile. */
import { ACTION_CLASS, isList, itemOf } from '../def/index.js'
import { BadSave, present, VersionMismatch } from '../errors.js'
import { hex64, mixA, mixB } from '../layout/hash.js'
import type { Linked } from './link-game.js'
import type { Layout, ListCells, Variable } from '../layout/layout.js'
import { TIMINGS } from '../layout/timings.js'
import { FRAME, ROOT, type Local, type SimultaneousLocals } from '../link/routine.js'
import { withoutUndefined, isInt32, isRecord, quote } from '../def/shape.js'
import type { Outcome, SavedState } from '../protocol.js'
import { type List, numberAt, type Slot } from '../layout/state.js'
import {
  boardHash,
  CONTEXT_SLOTS,
  loadContext,
  NO_ITEMS,
  RANDOM_CELLS,
  saveContext,
  State,
} from '../layout/state.js'

const STATE_FORMAT = 'ludoforge-state/3'

/** The registers of a state in the order of the save format, followed by the list options. */
function registersOf(s: State): Slot[] {
  const context: Slot[] = []
  saveContext(s, context, 0)
  return [...context, s.last, s.passedBy ?? -1, s.q, s.fp, s.over, s.forced, ...s.lists]
}

/** Returns the hash of the whole state: board, stack, registers and outcome. */
export function stateHash(s: State): string {
  return hashWith(s, s.h1, s.h2)
}

const namesTokens = new WeakMap<Linked, boolean>()

/**
 * Returns a hash that is the same for positions which differ only in which of several identical pieces is where, so that
 * searches recognize transpositions. Where rules remember single tokens, in a variable or in a local name, the pieces
 * aren't interchangeable, and it is the hash of the state.
 */
export function positionHash(linked: Linked, s: State): string {
  const { layout, routines } = linked.machine.linker
  let named = namesTokens.get(linked)
  if (named === undefined) {
    const isToken = (type: string): boolean => (isList(type) ? itemOf(type) : type) === 'token'
    named =
      [...layout.variables.values()].some(({ def }) => isToken(def.type)) ||
      routines.some(({ locals }) => locals.some(({ type }) => isToken(type)))
    namesTokens.set(linked, named)
  }
  if (named) return stateHash(s)
  const { d } = s
  let [a, b] = [s.h1, s.h2]
  for (let i = layout.at; i < layout.at + layout.pieces; i++) {
    a ^= mixA(i, d[i])
    b ^= mixB(i, d[i])
  }
  for (let i = layout.count; i < layout.count + layout.pieceZones * layout.pieceKinds; i++) {
    a ^= mixA(i, d[i])
    b ^= mixB(i, d[i])
  }
  return hashWith(s, a, b)
}

/** The hash of a state, with the board's hash recomputed from scratch: for tests and saves. */
export function recomputeHash(linked: Linked, s: State): string {
  const [a, b] = boardHash(s.d, linked.machine.linker.layout.hashed)
  return hashWith(s, a, b)
}

function hashWith(s: State, h1: number, h2: number): string {
  let a = h1
  let b = h2
  const fold = (x: number): void => {
    a = mixA(a, x)
    b = mixB(b, x)
  }
  /** A position has more than 32 bits. */
  const foldNumber = (x: number): void => {
    fold(x)
    if (!isInt32(x)) fold(Math.floor(x / 2 ** 32))
  }
  const foldSlot = (slot: Slot): void => {
    if (typeof slot === 'number') foldNumber(slot)
    else {
      fold(-7 - slot.length)
      for (const x of slot) foldNumber(x)
    }
  }
  for (let i = 1; i < s.sp; i++) foldSlot(s.k[i])
  for (const r of registersOf(s)) foldSlot(r)
  if (s.outcome !== null) for (const c of JSON.stringify(s.outcome)) fold(c.codePointAt(0) ?? 0)
  return hex64(a, b)
}

export function save(linked: Linked, s: State): SavedState {
  const { layout } = linked.machine.linker
  return {
    format: STATE_FORMAT,
    game: layout.def.id,
    fingerprint: linked.fingerprint,
    hash: stateHash(s),
    data: [...s.d.subarray(0, layout.hashed)],
    stack: s.k.slice(1, s.sp),
    registers: registersOf(s),
    outcome: s.outcome,
  }
}

function bad(why: string): never {
  throw new BadSave(`This save can't be restored: ${why}.`)
}

export function restore(linked: Linked, saved: unknown): State {
  const { layout } = linked.machine.linker
  if (!isRecord(saved)) return bad('it is not an object')
  if (saved.format !== STATE_FORMAT)
    bad(`its format is ${quote(saved.format)}, but this version reads ${STATE_FORMAT}`)
  if (saved.game !== layout.def.id) bad(`it belongs to another game, not to '${layout.def.id}'`)
  if (saved.fingerprint !== linked.fingerprint)
    throw new VersionMismatch(
      `The save was made with other rules of '${layout.def.id}' (${quote(saved.fingerprint).slice(0, 18)}, these are ${linked.fingerprint}). Load the rules that it was made with.`,
    )
  const data = intList(saved.data) ?? bad('its board is not a list of whole numbers')
  if (data.length !== layout.hashed) bad('its board has the wrong size')
  const stack = slotList(saved.stack) ?? bad('its stack is malformed')
  const registers = slotList(saved.registers) ?? bad('its registers are malformed')
  checkBoard(layout, data)
  const d = layout.board(data)
  if (data.some((value, i) => d[i] !== value)) bad('its board has a number that is too large for its cell')
  if (!layout.derive(d)) bad('the order of its cards contradicts itself')
  const s = new State(d)
  s.k = [NO_ITEMS, ...stack]
  s.sp = s.k.length
  loadRegisters(linked, s, registers)
  s.outcome = outcomeOf(layout, saved.outcome)
  if ((s.outcome !== null) !== (s.over === 1)) bad('its outcome contradicts its registers')
  checkStack(linked, s)
  ;[s.h1, s.h2] = boardHash(d, layout.hashed)
  if (saved.hash !== stateHash(s)) bad('its hash does not match its contents')
  return s
}

/** Numbers of the stack: those of positions have more than 32 bits, which `checkLocal` allows only there. */
function wideList(value: unknown): number[] | undefined {
  return Array.isArray(value) && value.every(isWide) ? value : undefined
}

const isWide = (value: unknown): value is number =>
  isInt32(value) || (Number.isSafeInteger(value) && typeof value === 'number' && value > 0)

function intList(value: unknown): number[] | undefined {
  return Array.isArray(value) && value.every(isInt32) ? value : undefined
}

function slotList(value: unknown): Slot[] | undefined {
  if (!Array.isArray(value) || value.length > 100_000) return undefined
  const out: Slot[] = []
  const slots: readonly unknown[] = value
  for (const slot of slots) {
    if (isWide(slot)) out.push(slot)
    else {
      const list = wideList(slot)
      if (list === undefined) return undefined
      out.push(list.slice())
    }
  }
  return out
}

function checkBoard(layout: Layout, d: List): void {
  if (d.slice(0, RANDOM_CELLS).every((half) => half === 0)) bad('its random generator has no state')
  const scenario = d[layout.scenario]
  if (scenario < 0 || scenario >= Math.max(1, layout.def.scenarios.length)) bad('its scenario does not exist')
  for (const o of layout.options.values()) {
    const value = d[o.cell]
    if (value < o.min || value > o.max) bad(`its option '${o.id}' is out of bounds`)
  }
  for (const v of layout.variables.values()) {
    if (v.list !== null) checkLists(layout, v, v.list, d)
    else {
      for (let i = 0; i < v.cells; i++) checkVariable(layout, v, d[v.cell + i])
      if (v.lacking >= 0 && d[v.lacking] !== v.start) bad(`a zone has no variable '${v.def.id}'`)
    }
  }
  for (let t = 0; t < layout.pieces; t++) {
    const at = d[layout.at + t]
    const type = layout.types[layout.typeOf[t]]
    const kind = at % layout.pieceKinds
    if (at < 0 || at >= layout.pieceZones * layout.pieceKinds) bad('a piece is in no zone')
    if (kind < type.kind || kind >= type.kind + type.kinds) bad('a piece has a kind of another type')
  }
  if (layout.unseenTurn >= 0 && (d[layout.unseenTurn] & ~1) !== 0)
    bad('its flag for turned cards is neither 0 nor 1')
  for (let t = layout.pieces; t < layout.tokens; t++) {
    const zone = d[layout.cardZone + t]
    if (zone < layout.pieceZones || zone >= layout.zones.length) bad('a card is in no zone')
    const type = layout.types[layout.typeOf[t]]
    const kind = layout.kindOf(d, t)
    if (kind < type.kind || kind >= type.kind + type.kinds) bad('a card has a kind of another type')
  }
}

const REGISTERS = 13
/** Positions are below this number. */
const POSITIONS = 2 ** 52

function loadRegisters(linked: Linked, s: State, r: readonly Slot[]): void {
  const { layout } = linked.machine.linker
  if (r.length !== REGISTERS + layout.lists.size) bad('it has the wrong number of registers')
  const int = (i: number, min: number, max: number): number => intAt(r, i, min, max)
  checkContext(layout, r, 0)
  loadContext(s, r, 0)
  s.last = int(7, 0, 1)
  s.passedBy = offersOrNull(layout, r[8])
  s.q = int(9, 0, linked.machine.linker.questions.length - 1)
  s.fp = int(10, -1, s.sp)
  s.over = int(11, 0, 1)
  const forced = r[12]
  s.forced = typeof forced === 'number' ? bad('its forced rolls are not a list') : forced
  s.lists = [...layout.lists.values()].map((o) => {
    const list = r[REGISTERS + o.index]
    const fits = typeof list !== 'number' && list.every((item) => item >= o.min && item <= o.max)
    const once = o.item !== 'token' || (typeof list !== 'number' && new Set(list).size === list.length)
    return fits && once ? list : bad(`its option '${o.id}' is out of bounds`)
  })
}

function intAt(slots: readonly Slot[], i: number, min: number, max: number): number {
  const value = slots[i]
  if (typeof value !== 'number' || value < min || value > max) return bad('a register is out of bounds')
  return value
}

function checkContext(layout: Layout, slots: readonly Slot[], at: number): void {
  intAt(slots, at, -1, layout.seats.length - 1)
  intAt(slots, at + 1, 0, 1)
  intAt(slots, at + 2, -1, layout.size(ACTION_CLASS) - 1)
  zonesOrNull(layout, slots[at + 3])
  const action = intAt(slots, at + 4, -1, layout.procedures.length - 1)
  if (action >= 0 && !layout.actions.includes(action)) bad('its action does not exist')
  intAt(slots, at + 5, 0, 3)
  intAt(slots, at + 6, 0, 1)
}

/** Checks the saved variables of an outer action, which an inner performance shadows. */
function checkKept(layout: Layout, action: number, values: Slot): void {
  const { cells, lists } = layout.during[action]
  if (typeof values === 'number' || (values.length !== 0 && values.length !== cells.length))
    return bad('an action has saved variables that are not its own')
  if (values.length === 0) return
  const aside: number[] = []
  cells.forEach((cell, i) => {
    const v = present(layout.variableAt(cell), 'an action puts variables aside.')
    aside[cell] = values[i]
    if (v.list === null) checkVariable(layout, v, values[i])
  })
  for (const v of lists) if (v.list !== null) checkLists(layout, v, v.list, aside)
}

/** Checks the lists of a variable: their lengths, their items, and that unused cells are 0. */
function checkLists(layout: Layout, v: Variable, list: ListCells, d: List): void {
  const { stride, most, width, start } = list
  for (let at = v.cell; at < v.cell + v.cells; at += stride) {
    if (d[at] < 0 || d[at] > most) bad(`its list '${v.def.id}' is too long`)
    const used = at + 1 + d[at] * width
    for (let i = at + 1; i < used; i++) checkVariable(layout, v, d[i])
    for (let i = used; i < at + stride; i++)
      if (d[i] !== 0) bad(`its list '${v.def.id}' has items beyond its end`)
  }
  if (v.lacking < 0) return
  for (let i = 0; i < stride; i++)
    if (d[v.lacking + i] !== (i === 0 ? start.length : (start[i - 1] ?? 0)))
      bad(`a zone has no variable '${v.def.id}'`)
}

function checkVariable(layout: Layout, v: Variable, value: number): void {
  if (value < v.min || value > v.max) bad(`its variable '${v.def.id}' is out of bounds`)
  if (itemOf(v.def.type) === 'action' && value >= 0 && !layout.actions.includes(value))
    bad(`the value of '${v.def.id}' is not an action`)
}

function zonesOrNull(layout: Layout, slot: Slot): List | null {
  if (slot === -1) return null
  if (typeof slot === 'number' || slot.some((z) => z < 0 || z >= layout.zones.length))
    return bad('its zones are unknown')
  return slot
}

function offersOrNull(layout: Layout, slot: Slot): List | null {
  if (slot === -1) return null
  const wrong = (): never => bad('its offers are unknown')
  if (typeof slot === 'number') return wrong()
  const [seat = -1, timing = 0, ...actions] = slot
  if (seat < 0 || seat >= layout.seats.length || timing < 1 || timing >= TIMINGS.length) wrong()
  if (!actions.every((a) => layout.actions.includes(a))) wrong()
  return slot
}

/** Walks the frames from the top: each must be where its routine can be, with locals of the right types. */
function checkStack(linked: Linked, s: State): void {
  const { routines, questions, layout } = linked.machine.linker
  const { k } = s
  if (s.fp < 0) {
    if (s.sp !== 1 || s.q !== 0) bad('it has a stack, but nothing runs')
    return
  }
  if (s.over === 1) bad('the game is over, but a procedure still runs')
  let end = s.sp
  let callee = -2 // the routine of the frame above; -2: this is the top
  let { action } = s // the action of the frames above
  for (let fp = s.fp; fp >= 0; ) {
    const [index, pc, caller] = [k[fp], k[fp + 1], k[fp + 2]]
    if (typeof index !== 'number' || typeof pc !== 'number' || typeof caller !== 'number')
      return bad('a frame is malformed')
    if (index === ROOT) return bad('it was made inside an example')
    const routine = routines[index] ?? bad('a frame belongs to no procedure')
    const resume = routine.resumes.get(pc) ?? bad('a procedure is suspended where it cannot be')
    const performs = resume.kind === 'call' && resume.performs
    if (fp < 1 || fp + FRAME + routine.locals.length + (performs ? CONTEXT_SLOTS : 0) !== end)
      return bad('a frame has the wrong size')
    if (resume.kind === 'ask') {
      if (callee !== -2 || resume.question !== s.q) bad('its question does not match its stack')
      const question = questions[s.q]
      if (question?.routine !== index) bad('its question belongs to another procedure')
      else if (question.together !== null) checkAtOnce(linked, question.together, k, fp + FRAME)
    } else {
      const fits = resume.callee === callee || (resume.callee === -1 && isAction(linked, callee))
      if (callee === -2 || !fits) bad('a procedure was called from elsewhere')
    }
    if (performs) {
      if (action !== callee) bad('its action does not match its stack')
      checkContext(layout, k, end - CONTEXT_SLOTS)
      checkKept(layout, action, k[end - 1])
      action = numberAt(k, end - CONTEXT_SLOTS + 4)
    }
    routine.locals.forEach((local, i) => checkLocal(linked, local, k, fp + FRAME, i))
    if (caller === -1 ? fp !== 1 || index !== linked.play : caller >= fp) bad('its frames are not in order')
    callee = index
    end = fp
    fp = caller
  }
  if (end !== 1) bad('its stack has slots outside its frames')
  if (action !== -1) bad('an action runs without a caller')
}

/** Checks that the pending seats are a subset of the asked seats, without duplicates and without answers. */
function checkAtOnce(linked: Linked, together: SimultaneousLocals, k: readonly Slot[], base: number): void {
  const wrong = (): never => bad('its simultaneous choice is inconsistent')
  const [seats, pending] = [k[base + together.seats], k[base + together.pending]]
  if (typeof seats === 'number' || typeof pending === 'number' || pending.length === 0) return wrong()
  if (new Set(seats).size !== seats.length) wrong()
  if (seats.filter((seat) => pending.includes(seat)).join() !== pending.join()) wrong()
  linked.machine.linker.layout.seats.forEach((_, seat) => {
    if (seats.includes(seat) && !pending.includes(seat)) return
    const answer = k[base + together.answers + seat]
    if (typeof answer === 'number' ? answer !== 0 : answer.length > 0) wrong()
  })
}

function isAction(linked: Linked, index: number): boolean {
  return linked.machine.linker.layout.actions.includes(index)
}

function checkLocal(linked: Linked, local: Local, k: readonly Slot[], base: number, i: number): void {
  const { linker } = linked.machine
  const slot = k[base + i]
  const wrong = (): never => bad('a local variable has an impossible value')
  const item = itemOf(local.type)
  const size = item === 'kind' ? linker.kinds.sets.length : linker.layout.size(item)
  const least = local.sure === true || item === 'flag' ? 0 : -1
  const { below } = local
  const fits = (x: number): boolean =>
    item === 'position'
      ? x >= 0 && x < POSITIONS
      : isInt32(x) &&
        (below === undefined ? size < 0 || x === 0 || (x >= least && x < size) : x >= 0 && x < below)
  if (isList(local.type)) {
    if (typeof slot === 'number' || !slot.every(fits)) wrong()
  } else if (typeof slot !== 'number' || !fits(slot)) wrong()
  if (local.loop === undefined) return
  const list = k[base + local.loop.list]
  const end = k[base + local.loop.end]
  if (typeof list === 'number' || list === undefined || typeof end !== 'number' || typeof slot !== 'number')
    return wrong()
  if (slot < 0 || end < 0 || slot > end || end > list.length) wrong()
}

function outcomeOf(layout: Layout, value: unknown): Outcome | null {
  if (value === null) return null
  const wrong = (): never => bad('its outcome is malformed')
  if (!isRecord(value) || typeof value.reason !== 'string') return wrong()
  const kind = (['win', 'draw', 'rank', 'lose'] as const).find((one) => one === value.kind) ?? wrong()
  const isSeat = (x: unknown): x is string => typeof x === 'string' && layout.seatIndex.has(x)
  if (!Array.isArray(value.winners) || !value.winners.every(isSeat)) return wrong()
  if (!Array.isArray(value.ranking)) return wrong()
  const ranked: readonly unknown[] = value.ranking
  const ranking = ranked.map((r) => {
    if (!isRecord(r) || !isSeat(r.seat) || !isInt32(r.rank)) return wrong()
    if (r.score !== undefined && !isInt32(r.score)) return wrong()
    return { seat: r.seat, rank: r.rank, ...withoutUndefined({ score: r.score }) }
  })
  return { kind, reason: value.reason, winners: value.winners, ranking }
}
