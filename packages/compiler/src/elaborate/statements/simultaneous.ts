/** Simultaneous choices: `by each SEAT in SEATS at once`. */
import type { AtOnceQuestion, Effect } from '@ludoforge/kernel'
import type { AtOnceNode, StatementNode } from '../../parser/index.js'
import { elaborateAlternatives, elaborateChoose } from './choose.js'
import { type Context, elaborate, childContext } from '../expressions/expressions.js'
import { DiagnosticError } from '../diagnostic-error.js'
import { elaborateBlock, type EnclosingProcedure } from './statements.js'

/** The names of the seat and of its answer are in scope in the question and in the block that runs for each seat. */
export function chooseAtOnce(
  cx: Context,
  setting: EnclosingProcedure,
  s: Extract<StatementNode, { node: 'choose' | 'alternatives' }>,
  { seat, seats: among }: AtOnceNode,
): Effect {
  const choose = s.node === 'choose' ? s.choose : undefined
  const { offering } = s.node === 'choose' ? s.choose.asked : s.asked
  const simultaneous = 'A choice of several seats at once'
  if (offering !== undefined)
    throw new DiagnosticError('syntax', offering.window.span, `${simultaneous} can't have \`offering\`.`)
  if (choose?.or?.what === 'stop')
    throw new DiagnosticError(
      'no-loop',
      s.span,
      `${simultaneous} can't have \`or stop\`.`,
      'Write `or none`.',
    )
  if (choose?.name.text === seat.text)
    throw new DiagnosticError(
      'duplicate',
      choose.name.span,
      `\`${seat.text}\` is already the name of the seat.`,
      'Choose another name.',
    )
  const seats = elaborate(cx, among, 'list seat').expr
  const inner = childContext(cx, seat.text, 'seat')
  const looped: EnclosingProcedure = { ...setting, loop: true }
  const [asked] =
    s.node === 'choose'
      ? elaborateChoose(inner, looped, s.choose, s.span)
      : elaborateAlternatives(inner, looped, s)
  const effects = s.node === 'choose' ? elaborateBlock(inner, looped, s.body ?? []) : []
  return { chooseAtOnce: { seat: seat.text, seats, ask: questionOf(asked), effects } }
}

function questionOf(asked: Effect | undefined): AtOnceQuestion {
  if (asked !== undefined && ('chooseOne' in asked || 'chooseN' in asked || 'alternatives' in asked))
    return asked
  throw new Error('A choice is lowered to a question.')
}
