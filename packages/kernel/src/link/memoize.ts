/**
 * Memoization of functions. Rules and policies evaluate the same functions of one position repeatedly. A table has an
 * entry for each argument, and is valid for one position.
 */
import { type FunctionDef, isList } from '../def/index.js'
import { hasPolicies } from '../def/rules.js'
import { type List, NO_ITEMS } from '../layout/state.js'
import { ACTOR, CELLS, type Facts } from './facts.js'
import type { Linker } from './linker.js'

/** Argument types that can index a memo table: few values, numbered from 0; -1 is none. */
const NUMBERED: readonly string[] = ['zone', 'seat', 'action']

/** What costs less than this is computed as fast as it is remembered. */
export const SHORT = 20
/** What costs less than this is worth remembering only for policies: rules seldom ask it twice. */
const LENGTHY = 300

/** Generates the body of a memoized function. Returns null if that isn't worth it, or not possible. */
export function memoized(
  linker: Linker,
  f: FunctionDef,
  guard: string,
  value: string,
  facts: Facts,
): string | null {
  const { id, params } = f
  const [first, ...others] = params
  const pondered = linker.pondered.has(id)
  if (facts.cost < (pondered ? SHORT : LENGTHY)) return null
  if (first !== undefined && !NUMBERED.includes(first.type)) return null
  // With coverage, every evaluation counts.
  if (others.length === 0 && (facts.reads & ~(CELLS | ACTOR)) === 0 && linker.coverage === null)
    return byPosition(linker, f, guard, value, facts)
  if (!pondered && !hasPolicies(linker.def)) return null
  return others.every(({ type }) => isList(type)) ? whileStill(linker, f, guard, value) : null
}

/**
 * A function of the cells, the actor and at most one argument: its values are kept until a cell changes. What is kept
 * costs the same fuel, so whether a rule runs away doesn't depend on earlier calls. What reads no cell never changes.
 */
function byPosition(
  linker: Linker,
  { params, returns }: FunctionDef,
  guard: string,
  value: string,
  { reads }: Facts,
): string {
  const [first] = params
  const size = first === undefined ? 1 : 1 + numbered(linker, first.type)
  const argument = first === undefined ? '0' : 'y0+1'
  const ofActor = (reads & ACTOR) !== 0
  const entries = ofActor ? size * (1 + linker.layout.seats.length) : size
  const at = ofActor ? `(S.actor+1)*${size}+${argument}` : argument
  const memory = new Float64Array(3 * entries) // triples of the position's number, the value and its fuel
  const lists = isList(returns)
    ? `${linker.constant(Array.from({ length: entries }, (): List => NO_ITEMS))}[j]`
    : null
  const kept = lists ?? `m[i+1]${returns === 'flag' ? '!==0' : ''}`
  const keep = lists === null ? `m[i+1]=${returns === 'flag' ? 'r?1:0' : 'r'}` : `${lists}=r`
  const stamp = (reads & CELLS) === 0 ? '1' : 'S.stamp===0?stampOf(S):S.stamp'
  return (
    `const m=${linker.constant(memory)},j=${at},i=3*j,t=${stamp};` +
    `if(m[i]===t){if((S.fuel-=m[i+2])<0)stuck(S,${linker.place()});return ${kept}}` +
    `const fuel=S.fuel;${guard}const r=${value};m[i]=t;${keep};m[i+2]=fuel-S.fuel;return r`
  )
}

/**
 * Any function, while a policy evaluates a position: the context stays the same meanwhile. The arguments after the
 * first must be lists, and the entry stores the last ones.
 */
function whileStill(linker: Linker, { params, returns }: FunctionDef, guard: string, value: string): string {
  const [first, ...others] = params
  const size = first === undefined ? 1 : 1 + numbered(linker, first.type)
  const at = first === undefined ? '0' : 'y0+1'
  const memory = new Int32Array(2 * size) // pairs of the position's number and the value
  linker.memories.push(memory)
  const lists = (): string => `${linker.constant(Array.from({ length: size }, (): List => NO_ITEMS))}[${at}]`
  const given = others.map((_, i) => ({ is: `(y${i + 1}.length===0?NONE:y${i + 1})`, was: lists() }))
  const same = given.map(({ is, was }) => `&&${was}===${is}`).join('')
  const keep = given.map(({ is, was }) => `${was}=${is};`).join('')
  const flag = returns === 'flag'
  const kept = isList(returns) ? lists() : 'm[i+1]'
  return (
    `const m=${linker.constant(memory)},i=2*(${at});` +
    `if(S.still!==0&&m[i]===S.still${same})return ${kept}${flag ? '!==0' : ''};` +
    `${guard}const r=${value};if(S.still!==0){m[i]=S.still;${keep}${kept}=${flag ? 'r?1:0' : 'r'}}return r`
  )
}

/** Returns how many values a type has. */
function numbered({ layout }: Linker, type: string): number {
  const { zones, seats, procedures } = layout
  return (type === 'zone' ? zones : type === 'seat' ? seats : procedures).length
}
