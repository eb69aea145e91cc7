/**
 * Simultaneous choices. The frame stores the asked seats, the pending seats and the answers so far, each answer in the
 * slot of its seat, so that the order of answering leaves no trace. After the last answer the effects run for one seat
 * after the other.
 */
import { type AtOnceQuestion, type Block, type ChooseAtOnce, type Expr, listOf } from '../def/index.js'
import { type ProcedureBody, slot } from './procedure-body.js'
import { insideLoop } from './control.js'
import { expect } from './expr.js'
import type { Linker } from './linker.js'
import { anyList } from './lists.js'
import { type ChoiceNode, type QuestionSite, question } from './question.js'
import { FRAME, type SimultaneousLocals } from './routine.js'
import type { Scope } from './scope.js'
import { quote } from '../def/shape.js'
import { present } from '../errors.js'

type BlockCode = (scope: Scope, block: Block) => string

export function chooseAtOnce(
  body: ProcedureBody,
  outer: Scope,
  node: ChooseAtOnce,
  blockCode: BlockCode,
): string {
  const { linker } = body
  if (typeof node.seat !== 'string') linker.fail(`${quote(node.seat)} isn't a name.`)
  const { kind, asking } = asked(linker, node.ask)
  if (asking.player !== undefined)
    linker.fail('A choice at once asks the seats of its list. Remove its `player`.')
  if (asking.offering !== undefined) linker.fail('A choice at once cannot offer actions.')
  const list = expect(linker, anyList(linker, outer, node.seats), 'list seat', node.seats).js
  const seats = body.local('list seat', true)
  const pending = body.local('list seat', true)
  const together = { seats, pending, answers: body.locals.length }
  // A question is computed for one seat, which its functions get as a parameter, not from the frame.
  const scope = outer.inner()
  scope.bind(node.seat, 'z', 'seat', true)
  const player: Expr = { ref: 'binding', name: node.seat }
  const q = question(linker, scope, body.index, -1, kind, { ...asking, player }, -1, together)
  const type = kind === 'alternatives' ? 'number' : kind === 'many' ? listOf(q.type) : q.type
  const below = kind === 'alternatives' ? q.ids.length : undefined
  for (const _ of linker.layout.seats) body.local(type, false, below === undefined ? {} : { below })
  const back = body.point()
  body.resumes.set(back, { kind: 'ask', question: q.id, bound: body.locals.length })
  return (
    `${slot(seats)}=seatsAtOnce(${list},${linker.place()});` +
    `${slot(pending)}=askAtOnce(S,${q.id},k,fp);` +
    `if(${slot(pending)}.length!==0){k[fp+1]=${back};S.q=${q.id};return 1}` +
    `case ${back}:${afterwards(body, outer, node, q, together, type, blockCode)}`
  )
}

function asked(linker: Linker, node: AtOnceQuestion): { kind: QuestionSite['kind']; asking: ChoiceNode } {
  const one =
    'chooseOne' in node
      ? ({ kind: 'one', asking: node.chooseOne } as const)
      : 'chooseN' in node
        ? ({ kind: 'many', asking: node.chooseN } as const)
        : 'alternatives' in node
          ? ({ kind: 'alternatives', asking: node.alternatives } as const)
          : linker.fail(`${quote(node)} isn't a question.`)
  if (one.kind === 'alternatives') return one
  if (typeof one.asking.type !== 'string')
    linker.fail('A choice has no `type`. Declare the type of its options.')
  if (typeof one.asking.bind !== 'string') linker.fail(`${quote(one.asking.bind)} isn't a name.`)
  return one
}

/** Generates the part after the last answer: for each seat its alternative and the effects. Then clears the answers. */
function afterwards(
  body: ProcedureBody,
  outer: Scope,
  node: ChooseAtOnce,
  q: QuestionSite,
  { seats, answers }: SimultaneousLocals,
  type: string,
  blockCode: BlockCode,
): string {
  const { linker } = body
  const first = body.locals.length
  const end = body.local('number')
  const i = slot(body.local('number', true, { loop: { list: seats, end } }))
  const scope = outer.inner()
  const seat = body.bind(scope, node.seat, 'seat', `${slot(seats)}[${i}]`, true, true)
  const answer = `k[fp+${FRAME + answers}+${present(scope.find(node.seat), 'the seat is bound just above.').raw}]`
  const sure = q.sure && (q.kind === 'many' || !(q.optional || q.orAll))
  const distinct = q.kind === 'many' && (q.distinct || q.type === 'token')
  const bound = q.kind === 'alternatives' ? '' : body.bind(scope, q.name, type, answer, sure, true, distinct)
  const forget = cleared(body, answers, answers + linker.layout.seats.length) + cleared(body, first)
  const [top, out] = [body.point(), body.point()]
  const go = (point: number): string => `pc=${point};continue M;`
  const { made: inside, facts } = linker.meter.measure(() =>
    insideLoop(body, go(out), () => {
      const rest = (): string => blockCode(scope, node.effects)
      return q.kind === 'alternatives' ? branches(body, scope, q, answer, blockCode) + rest() : rest()
    }),
  )
  return (
    `${slot(end)}=${slot(seats)}.length;${i}=0;` +
    `case ${top}:if(${i}>=${slot(end)}){${go(out)}}${linker.spend('1', facts.size)}${seat}${bound}${i}=${i}+1;${inside}${go(top)}` +
    `case ${out}:${slot(seats)}=NONE;${forget}`
  )
}

function branches(
  body: ProcedureBody,
  scope: Scope,
  q: QuestionSite,
  answer: string,
  blockCode: BlockCode,
): string {
  const end = body.point()
  let code = ''
  const { options } = q.node as { options: readonly { id: string; effects: Block }[] }
  const ways = options.map((option) => body.linker.took(option, option.id))
  for (const option of options) {
    const branch = body.point()
    q.branches.push(branch)
    code += `case ${branch}:${ways[q.branches.length - 1]}${blockCode(scope, option.effects)}pc=${end};continue M;`
  }
  return `pc=${body.linker.constant(q.branches)}[${answer}];continue M;${code}case ${end}:`
}

/** Generates code that resets locals, so that later positions don't depend on the answers. */
function cleared(body: ProcedureBody, from: number, to = body.locals.length): string {
  let code = ''
  for (let local = from; local < to; local++)
    code += `${slot(local)}=${typeof body.template[local] === 'number' ? '0' : 'NONE'};`
  return code
}
