/** Whether a line of a policy goes by something that not everybody knows. */
import { type EntryDef, type Expr, type GameDef, itemOf, type LineDef } from '../../def/index.js'
import { type Range, Sight } from '../../sight/sight.js'

const known = new WeakMap<LineDef, boolean>()

export function isSecret(def: GameDef, line: LineDef, entry: EntryDef): boolean {
  const before = known.get(line)
  if (before !== undefined) return before
  // What is chosen from is in the open here (`veiled` in policy.ts); what the line adds to it may not be.
  const open = { zones: new Set(def.zones.filter(({ visible }) => visible === 'all').map(({ id }) => id)) }
  const anyone = { seats: new Set(def.seats.map(({ id }) => id)) }
  const ranges = new Map<string, Range>(
    entry.names.map(({ name, type }) => {
      const item = itemOf(type)
      return [name, item === 'zone' || item === 'token' ? open : item === 'seat' ? anyone : {}]
    }),
  )
  const asked: (Expr | undefined)[] = [
    entry.when,
    line.when,
    line.test,
    line.amount,
    ...(line.ranks ?? []).map(({ value }) => value),
  ]
  const onlooker = new Sight(def, { seat: null, acting: true }) // where an action is allowed shows in the choice
  const secret = asked.some((expr) => expr !== undefined && onlooker.refusal(expr, ranges) !== undefined)
  known.set(line, secret)
  return secret
}
