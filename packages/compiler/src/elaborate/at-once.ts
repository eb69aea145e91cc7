/** Choices that several seats make at once: `by each SEAT in SEATS at once`. */
import type { AtOnceQuestion, Effect } from '@ludoforge/kernel'
import type { AtOnceNode, StatementNode } from '../notation/index.js'
import { elaborateAlternatives, elaborateChoose } from './choosing.js'
import { type Context, elaborate } from './expressions.js'
import { Fault } from './fault.js'
import { elaborateBlock, type Setting } from './statements.js'

/** The seat has a name in the question and in what is done for each of them, and so has its answer. */
export function chooseAtOnce(
  cx: Context,
  setting: Setting,
  s: Extract<StatementNode, { node: 'choose' | 'alternatives' }>,
  { seat, seats }: AtOnceNode,
): Effect {
  const { offering } = s.node === 'choose' ? s.choose.asked : s.asked
  if (offering !== undefined)
    throw new Fault(
      'syntax',
      offering.window.span,
      'Where several are asked at once, no actions are offered.',
    )
  if (s.node === 'choose' && s.choose.or?.what === 'stop')
    throw new Fault(
      'no-loop',
      s.span,
      'Where several are asked at once, nobody can stop the others.',
      'Say `or none`.',
    )
  if (s.node === 'choose' && s.choose.name.text === seat.text)
    throw new Fault('duplicate', s.choose.name.span, `\`${seat.text}\` is already who is asked.`)
  const list = elaborate(cx, seats, 'list seat').expr
  const inner: Context = { world: cx.world, scope: cx.scope.with(seat.text, 'seat') }
  const looped: Setting = { ...setting, loop: true }
  const [asked] =
    s.node === 'choose'
      ? elaborateChoose(inner, looped, s.choose, s.span)
      : elaborateAlternatives(inner, looped, s)
  return {
    chooseAtOnce: {
      seat: seat.text,
      seats: list,
      ask: questionOf(asked),
      effects: s.node === 'choose' ? elaborateBlock(inner, looped, s.body ?? []) : [],
    },
  }
}

function questionOf(asked: Effect): AtOnceQuestion {
  if ('chooseOne' in asked) return { chooseOne: asked.chooseOne }
  if ('chooseN' in asked) return { chooseN: asked.chooseN }
  if ('alternatives' in asked) return { alternatives: asked.alternatives }
  throw new Error('A choice is lowered to a question.')
}
