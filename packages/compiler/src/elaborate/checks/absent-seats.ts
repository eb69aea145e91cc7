/**
 * Warns about statements that name a seat that may be absent: with two players, `add 1 to dusk.gold` changes a seat where
 * nobody sits. A procedure that tests `dusk is present` takes care of it, and comparing a seat is harmless. Works on
 * GameDef nodes, so for every notation.
 */
import { type Block, effectsIn, type Expr, type GameDef, partsOf, playersOption } from '@ludoforge/kernel'
import type { Reporter } from '../../diagnostics/index.js'
import { spanOfSource } from './flow-checks.js'

export function checkAbsentSeats(program: GameDef, reporter: Reporter): void {
  const always = playersOption(program)?.min
  if (always === undefined) return
  const optional = new Set(program.seats.slice(always).map(({ id }) => id))
  for (const { body } of program.procedures) {
    const tested = testedIn(body)
    for (const effect of effectsIn(body)) {
      const named = partsOf('Effect', effect).exprs.flatMap(({ value }) => [...seatsIn(value)])
      for (const seat of new Set(named.filter((id) => optional.has(id) && !tested.has(id)))) {
        const message = `\`${seat}\` may be absent: say \`is present\` first.`
        const hint = `Write \`if ${seat} is present\`, or use \`seats\`.`
        reporter.warn('absent-seat', spanOfSource(program.sources, effect.src), message, hint)
      }
    }
  }
}

const isSeat = (expr: Expr): expr is { readonly seat: string } =>
  typeof expr === 'object' && 'seat' in expr && typeof expr.seat === 'string'

const COMPARING: ReadonlySet<unknown> = new Set(['==', '!=', 'in'])

/** The seats that an expression names, except where they are only compared. */
function* seatsIn(expr: Expr): Generator<string> {
  if (isSeat(expr)) yield expr.seat
  else {
    const isComparison = typeof expr === 'object' && 'op' in expr && COMPARING.has(expr.op)
    for (const { value } of partsOf('Expr', expr).exprs)
      if (!isComparison || !isSeat(value)) yield* seatsIn(value)
  }
}

/** The seats of which a block tests whether they are present. */
function testedIn(block: Block): ReadonlySet<string> {
  const tested = new Set<string>()
  const visit = (expr: Expr): void => {
    if (typeof expr !== 'object') return
    if ('op' in expr && expr.op === 'in' && isSeat(expr.item) && isPresentSeats(expr.set))
      tested.add(expr.item.seat)
    for (const { value } of partsOf('Expr', expr).exprs) visit(value)
  }
  for (const effect of effectsIn(block)) for (const { value } of partsOf('Effect', effect).exprs) visit(value)
  return tested
}

const isPresentSeats = (list: Expr): boolean =>
  typeof list === 'object' && 'query' in list && list.query === 'players' && list.all !== true
