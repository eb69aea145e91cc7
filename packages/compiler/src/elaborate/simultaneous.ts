/** Choices that several seats make at once: `by each SEAT in SEATS at once`. */
import type { AtOnceQuestion, Effect } from '@ludoforge/kernel'
import type { AtOnceNode, StatementNode } from '../parser/index.js'
import { elaborateAlternatives, elaborateChoose } from './choose.js'
import { type Context, elaborate, childContext } from './expressions.js'
import { DiagnosticError } from './diagnostic-error.js'
import { elaborateBlock, type EnclosingProcedure } from './statements.js'

/** The seat has a name in the question and in what is done for each of them, and so has its answer. */
export function chooseAtOnce(
  cx: Context,
  setting: EnclosingProcedure,
  s: Extract<StatementNode, { node: 'choose' | 'alternatives' }>,
  { seat, seats: among }: AtOnceNode,
): Effect {
  const choose = s.node === 'choose' ? s.choose : undefined
  const { offering } = s.node === 'choose' ? s.choose.asked : s.asked
  const alone = 'Where several are asked at once'
  if (offering !== undefined)
    throw new DiagnosticError('syntax', offering.window.span, `${alone}, no actions are offered.`)
  if (choose?.or?.what === 'stop')
    throw new DiagnosticError('no-loop', s.span, `${alone}, nobody can stop the others.`, 'Say `or none`.')
  if (choose?.name.text === seat.text)
    throw new DiagnosticError('duplicate', choose.name.span, `\`${seat.text}\` is already who is asked.`)
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
