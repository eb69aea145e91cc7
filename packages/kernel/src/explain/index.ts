/**
 * Why something is not offered. The question's own filters are asked again, clause by clause, and what fails is
 * told in the words of the rulebook: `asking.ts` asks, `blame.ts` finds what fails of a condition, `listed.ts` what
 * keeps something out of a list, `wording.ts` says it, `naming.ts` knows what is meant.
 */
import { optionIds } from '../choice.js'
import type { Alternatives, ChooseN, ChooseOne } from '../def/index.js'
import type { Linked } from '../link/index.js'
import type { Explanation, Reason } from '../protocol.js'
import type { State } from '../state.js'
import { Asking } from './asking.js'
import { Blame } from './blame.js'
import { Listed } from './listed.js'
import { actionsNamed, alternativeNamed, unknownNote, valueNamed } from './naming.js'
import type { Place } from './place.js'
import { Wording } from './wording.js'

/** Of those that are asked at once, `seat` is the one who asks; -1: the first. */
export function explain(linked: Linked, s: State, option: string, seat: number): Explanation {
  const { machine } = linked
  const asked = machine.question(s, seat)
  if (asked === undefined) {
    const who = seat < 0 ? '' : ` by ${machine.names.label(s, 'seat', seat)}`
    return { offered: false, option, summary: `Nothing is to be decided${who}.`, failed: [] }
  }
  const q = machine.linker.questions[s.q]!
  if (asked.kind === 'number') {
    const n = Number(option)
    const offered = option !== '' && Number.isInteger(n) && n >= asked.min && n <= asked.max
    const range = `from ${asked.min} to ${asked.max}`
    const summary = offered ? `${option} is offered.` : `'${option}' is no whole number ${range}.`
    return { offered, option, summary, failed: [] }
  }
  const ids = optionIds(machine.names, s, q, asked)
  const offer = (id: string): Explanation => ({
    offered: true,
    option: id,
    summary: `'${id}' is offered.`,
    failed: [],
  })
  if (ids.includes(option)) return offer(option)
  const inquiry = new Inquiry(new Asking(linked, s, q, asked.seat))
  const { id, failed } = inquiry.why(option)
  if (ids.includes(id)) return offer(id)
  return { offered: false, option: id, summary: summaryOf(id, failed), failed }
}

function summaryOf(id: string, failed: readonly Reason[]): string {
  const [first] = failed
  if (first === undefined) return `'${id}' is not offered.`
  const now = first.now === undefined ? '' : ` (${first.now})`
  return `'${id}' is not offered: ${first.needs === true ? 'it needs: ' : ''}${first.clause}${now}`
}

interface Why {
  readonly id: string // what was meant
  readonly failed: readonly Reason[]
}

class Inquiry {
  private readonly wording: Wording
  private readonly blame: Blame

  constructor(private readonly asking: Asking) {
    this.wording = new Wording(asking)
    this.blame = new Blame(asking, this.wording)
  }

  why(option: string): Why {
    const { q, names, s } = this.asking
    if (q.kind === 'alternatives') {
      const found = alternativeNamed(q.node as Alternatives, option)
      if (found === undefined)
        return this.another(option, `there is no such way to go on, only: ${q.ids.join(', ')}`)
      if (found.when === undefined) return { id: found.id, failed: [] }
      const at = this.asking.here()
      const part = { node: found.when, at, said: { src: found.src, flip: false } }
      return { id: found.id, failed: this.blame.verdict([part]) === 'holds' ? [] : this.blame.all([part]) }
    }
    const value = valueNamed(this.asking, option)
    if (value === undefined) return this.another(option, unknownNote(q.type, option))
    return { id: names.id(s, q.type, value), failed: this.unfit(value) }
  }

  /** Not what the question is about; but an action may be meant that could be chosen at another time. */
  private another(option: string, otherwise: string): Why {
    const { linked, linker, q, s, seat } = this.asking
    const actions = q.type === 'action' ? [] : actionsNamed(this.asking, option)
    const [action] = actions
    if (action === undefined) return { id: option, failed: [this.wording.note(otherwise)] }
    const { id, by } = linker.def.procedures[action]
    if (by.length > 0 && !by.includes(linker.layout.seats[seat]))
      return { id: actions.length === 1 ? id : option, failed: [this.blame.reserved(actions)] }
    const requirements = this.blame.requirements(action)
    const verdict = this.blame.verdict(requirements)
    if (verdict === 'fails') return { id, failed: this.blame.all(requirements) }
    const prompt = linked.machine.program.prompts[s.q]?.(s, s.k, s.fp, seat) ?? ''
    const now = verdict === 'holds' ? 'it could be done now, but ' : ''
    return { id, failed: [this.wording.note(`${now}what is asked is: ${prompt}`)] }
  }

  private unfit(value: number): readonly Reason[] {
    const { q } = this.asking
    const node = q.node as ChooseOne | ChooseN
    const here = this.asking.here()
    const { parts, gone } = new Listed(this.asking, this.blame, this.wording, value).chain(node.options, here)
    if (gone !== undefined) return gone
    const verdict = this.blame.verdict(parts)
    if (verdict === 'fails') return this.blame.all(parts)
    const costly = this.costly(node, here, value)
    if (costly !== undefined) return [costly]
    return verdict === 'maybe' ? this.blame.all(parts) : []
  }

  private costly(node: ChooseOne | ChooseN, here: Place, value: number): Reason | undefined {
    if (!('cost' in node) || node.cost === undefined || node.budget === undefined) return undefined
    const name = { name: node.costBind ?? node.bind, type: this.asking.q.type }
    const priced = here.with(name, {}, () => [value])
    if (!this.asking.sees(node.cost, priced) || !this.asking.sees(node.budget, here)) return undefined
    const [cost] = this.asking.values(node.cost, priced, 'number')
    const [budget] = this.asking.values(node.budget, here, 'number')
    if (typeof cost !== 'number' || typeof budget !== 'number' || cost <= budget) return undefined
    return this.wording.note(`it costs ${cost}, but only ${budget} can be spent`)
  }
}
