/** What somebody means who names something: a space or a seat by its name, an action by its title. */
import type { Alternatives, ProcedureDef } from '../def/index.js'
import type { Asking } from './asking.js'

/**
 * The actions that the seat can mean: the one of that id; else those of that title; else those whose id begins
 * with the name (`march` of `march-north`). If some of them are for the seat, only those.
 */
export function actionsNamed({ linker, seat }: Asking, name: string): readonly number[] {
  const { def, layout } = linker
  const exact = layout.procedureIndex.get(name)
  if (exact !== undefined && def.procedures[exact].kind === 'action') return [exact]
  const wanted = name.toLowerCase()
  const mine = layout.seats[seat]
  const fits = (test: (p: ProcedureDef) => boolean): number[] =>
    def.procedures.flatMap((p, i) => (p.kind === 'action' && test(p) ? [i] : []))
  const titled = fits(({ title }) => isCalled(title, wanted))
  const found = titled.length > 0 ? titled : fits(({ id }) => id.startsWith(`${wanted}-`))
  const own = found.filter((i) => def.procedures[i].by.length === 0 || def.procedures[i].by.includes(mine))
  return own.length > 0 ? own : found
}

/** The value of the question's type that is meant, whether or not it is offered. */
export function valueNamed(asking: Asking, name: string): number | undefined {
  const { linker, names, s, q } = asking
  const { type } = q
  if (type === 'number') return /^-?\d{1,10}$/.test(name) ? Number(name) : undefined
  const size = type === 'kind' ? linker.kinds.sets.length : linker.layout.size(type)
  // No answer may tell where hidden pieces and cards lie.
  const seen = (v: number): boolean => type !== 'token' || asking.seesInto(names.zoneOf(s, v))
  for (let v = 0; v < size; v++) if (seen(v) && names.id(s, type, v) === name) return v
  const wanted = name.toLowerCase()
  for (let v = 0; v < size; v++) if (seen(v) && isCalled(names.label(s, type, v), wanted)) return v
  return undefined
}

/** A name may be anything in a GameDef that no compiler has made. */
function isCalled(name: unknown, wanted: string): boolean {
  return typeof name === 'string' && name.toLowerCase() === wanted
}

/** That nothing of the question's type has this name. */
export function unknownNote(type: string, name: string): string {
  if (type === 'token') return `you can see no piece or card called '${name}'`
  const words: Readonly<Record<string, string>> = {
    zone: 'space or zone',
    kind: 'kind of pieces',
    number: 'whole number',
  }
  return `there is no ${words[type] ?? type.replace(/^enum:/, '').replace(/^row:/, 'row of ')} called '${name}'`
}

/** A way to go on, by its id or by a label that is always the same. */
export function alternativeNamed(
  { options }: Alternatives,
  name: string,
): Alternatives['options'][number] | undefined {
  const wanted = name.toLowerCase()
  return (
    options.find(({ id }) => id === name) ??
    options.find(
      ({ label }) =>
        label?.every((part) => typeof part === 'string') && label.join('').toLowerCase() === wanted,
    )
  )
}
