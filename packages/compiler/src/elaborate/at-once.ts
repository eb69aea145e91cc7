/** Choices that several seats make at once: `by each SEAT in SEATS at once`. */
import type { AtOnceQuestion, Effect } from '@ludoforge/kernel'
import type { AtOnceNode, StatementNode } from '../notation/index.js'
import { elaborateAlternatives, elaborateChoose } from './choosing.js'
import { type Context, elaborate, inside } from './expressions.js'
import { Fault } from './fault.js'
import { elaborateBlock, type Setting } from './statements.js'

/** The seat has a name in the question and in what is done for each of them, and so has its answer. */
export function chooseAtOnce(
  cx: Context,
  setting: Setting,
  s: Extract<StatementNode, { node: 'choose' | 'alternatives' }>,
  { seat, seats: among }: AtOnceNode,
): Effect {
  const choose = s.node === 'choose' ? s.choose : undefined
  const { offering } = s.node === 'choose' ? s.choose.asked : s.asked
  const alone = 'Where several are asked at once'
  if (offering !== undefined)
    throw new Fault('syntax', offering.window.span, `${alone}, no actions are offered.`)
  if (choose?.or?.what === 'stop')
    throw new Fault('no-loop', s.span, `${alone}, nobody can stop the others.`, 'Say `or none`.')
  if (choose?.name.text === seat.text)
    throw new Fault('duplicate', choose.name.span, `\`${seat.text}\` is already who is asked.`)
  const seats = elaborate(cx, among, 'list seat').expr
  const inner = inside(cx, seat.text, 'seat')
  const looped: Setting = { ...setting, loop: true }
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
