/**
 * Explains why something is not offered. Evaluates the question's filters again, clause by clause, and words the failed
 * ones with the text of the rulebook. `clause-evaluator.ts` evaluates, `blame.ts` explains failed conditions,
 * `performing.ts` builds the context of an action, `excluded.ts` explains why an item isn't in a list, `wording.ts` words
 * the reasons, `naming.ts` resolves names.
 */
import {
  type Alternatives,
  type ChooseN,
  type ChooseOne,
  withoutUndefined,
  type Game,
  IllegalChoice,
  type Offer,
  type Question,
  type State,
  type Timing,
} from '@ludoforge/kernel'
import { type Linked, offersOf, optionIds, type QuestionSite, quote } from '@ludoforge/kernel/internal'
import { linkedGame } from '../linked-game.js'
import type { Explanation, Reason } from './explanation.js'
import { ClauseEvaluator } from './clause-evaluator.js'
import { FailureExplainer } from './failure-explainer.js'
import { ExclusionExplainer } from './exclusion-explainer.js'
import { actionsNamed, alternativeNamed, thingNamed, tokensIn, unknownNote, valueNamed } from './naming.js'
import type { Bindings } from './bindings.js'
import { Wording } from './wording.js'

/**
 * Explains why an option isn't offered to the seat that decides, or that it is. In a simultaneous choice, `seat` is the
 * viewer; the default is the first pending seat.
 */
export function explain(game: Game, state: State, option: string, seat?: string): Explanation {
  if (typeof option !== 'string')
    throw new IllegalChoice(`The option to explain must be a text, not ${quote(option)}.`)
  const linked = linkedGame(game)
  return explainLinked(linked.linked, state, option, linked.seat(seat))
}

/** `seat` is a number; -1: the first pending seat. */
function explainLinked(linked: Linked, s: State, option: string, seat: number): Explanation {
  const { machine } = linked
  const asked = machine.question(s, seat)
  if (asked === undefined) {
    const who = seat < 0 ? '' : ` for ${machine.names.label(s, 'seat', seat)}`
    return { offered: false, option, summary: `There is nothing to decide${who}.`, failed: [] }
  }
  const q = machine.linker.question(s.q)
  const asking = new ClauseEvaluator(linked, s, q, asked.seat)
  const isNumber = asked.kind === 'number' && actionsNamed(asking, option).length === 0
  if (isNumber && thingNamed(asking, option) === undefined) return ofNumber(asked, option)
  const ids = optionIds(machine.names, s, q, asked)
  const offers = offersOf(machine.names, s, q, asked)
  const found = (name: string): Explanation | undefined => {
    if (ids.includes(name))
      return { offered: true, option: name, summary: `'${name}' is offered.`, failed: [] }
    const offer = offers.find(({ id }) => id === name)
    return offer === undefined ? undefined : explainOffer(q, offer)
  }
  const named = found(option)
  if (named !== undefined) return named
  const actions = [...(q.type === 'action' ? asked.values : []), ...asked.offers]
  const { id, failed, unknown } = new Inquiry(asking, actions).why(option)
  const why = {
    offered: false,
    option: id,
    summary: summaryOf(id, failed),
    failed,
    ...withoutUndefined({ unknown }),
  }
  return found(id) ?? why
}

function ofNumber({ min, max }: Question, option: string): Explanation {
  const n = Number(option)
  const offered = option !== '' && Number.isInteger(n) && n >= min && n <= max
  const summary = offered
    ? `${option} is offered.`
    : `'${option}' isn't a whole number from ${min} to ${max}.`
  return { offered, option, summary, failed: [] }
}

const WHEN: Readonly<Record<Timing, string>> = { before: 'first', during: 'now', after: 'at the end' }

/** Explains an offer: an action that may be taken instead of an answer. */
function explainOffer({ kind }: QuestionSite, { id, timing }: Offer): Explanation {
  const where = kind === 'window' ? '' : ' in addition to the options'
  const summary = `'${id}' is offered${where}, to be performed ${WHEN[timing]}.`
  return { offered: true, option: id, timing, summary, failed: [] }
}

function summaryOf(id: string, failed: readonly Reason[]): string {
  const [first] = failed
  if (first === undefined) return `'${id}' is not offered.`
  const now = first.now === undefined ? '' : ` (${first.now})`
  return `'${id}' is not offered: ${first.needs === true ? 'it needs: ' : ''}${first.clause}${now}`
}

interface Why {
  readonly id: string // of the named thing
  readonly failed: readonly Reason[]
  readonly unknown?: true // nothing has this name
}

class Inquiry {
  private readonly wording: Wording
  private readonly blame: FailureExplainer

  constructor(
    private readonly asking: ClauseEvaluator,
    private readonly offered: readonly number[], // the actions among the options and the offers
  ) {
    this.wording = new Wording(asking)
    this.blame = new FailureExplainer(asking, this.wording)
  }

  why(option: string): Why {
    const { q, names, s } = this.asking
    if (q.kind === 'alternatives') {
      const found = alternativeNamed(q.node as Alternatives, option) ?? this.alternativeAbout(option)
      if (found === undefined)
        return this.another(option, `there is no such alternative, only: ${q.ids.join(', ')}`)
      if (found.when === undefined) return { id: found.id, failed: [] }
      const at = this.asking.here()
      const part = { node: found.when, at, said: { src: found.src, flip: false } }
      return { id: found.id, failed: this.blame.verdict([part]) === 'holds' ? [] : this.blame.all([part]) }
    }
    if (q.type === 'action') return this.action(option)
    const value = valueNamed(this.asking, option) ?? this.valueMeant(option)
    if (value === undefined) return this.another(option, unknownNote(q.type, option))
    return { id: names.id(s, q.type, value), failed: this.unfit(value) }
  }

  /** Resolves a piece to its space if the question asks for spaces, and vice versa. */
  private valueMeant(option: string): number | undefined {
    const { q } = this.asking
    const { zone, is } = thingNamed(this.asking, option) ?? {}
    if (zone === undefined || is === 'a card') return undefined
    if (q.type === 'zone') return zone
    return q.type === 'token' ? tokensIn(this.asking, zone)[0] : undefined
  }

  /** Returns the alternative whose label contains this card, space or seat. Ignores labels that could reveal a secret. */
  private alternativeAbout(option: string): Alternatives['options'][number] | undefined {
    const { linked, q, s, seat } = this.asking
    const thing = thingNamed(this.asking, option)
    if (thing === undefined) return undefined
    const labelOf = linked.machine.program.labels[s.q]
    return (q.node as Alternatives).options.find(
      (_, i) => q.openLabels[i] && labelOf?.(s, s.k, s.fp, i, seat).includes(thing.label),
    )
  }

  private action(option: string): Why {
    const { names, q, s } = this.asking
    const { actions, meant } = this.meant(option)
    if (q.kind === 'window' || meant === undefined) return this.another(option, unknownNote(q.type, option))
    const failed = this.unfit(meant)
    const isClosed = failed.length === 1 && failed[0]?.clause === this.blame.reserved([meant]).clause
    if (isClosed && actions.length > 1) return { id: option, failed: [this.blame.reserved(actions)] }
    return { id: names.id(s, q.type, meant), failed }
  }

  /** Resolves a name to one of several actions: one that is offered, or else the first. */
  private meant(option: string): { readonly actions: readonly number[]; readonly meant?: number } {
    const actions = actionsNamed(this.asking, option)
    const meant = actions.find((action) => this.offered.includes(action)) ?? actions[0]
    return meant === undefined ? { actions } : { actions, meant }
  }

  /** Explains a name that isn't an answer to the question. It may be an action that can be chosen at another time. */
  private another(option: string, otherwise: string): Why {
    const { linked, linker, s, seat } = this.asking
    const { actions, meant } = this.meant(option)
    const prompt = linked.machine.program.prompts[s.q]?.(s, s.k, s.fp, seat) ?? ''
    if (meant === undefined) {
      const thing = thingNamed(this.asking, option)
      if (thing === undefined) return { id: option, failed: [this.wording.note(otherwise)], unknown: true }
      const text = `${thing.label} is ${thing.is}. The question is: ${prompt}`
      return { id: option, failed: [this.wording.note(text)] }
    }
    const { id, by } = this.asking.procedure(meant)
    if (this.offered.includes(meant)) return { id, failed: [] }
    if (by.length > 0 && !by.includes(linker.layout.seats[seat] ?? ''))
      return { id: actions.length === 1 ? id : option, failed: [this.blame.reserved(actions)] }
    const kept = this.notOnOffer(meant)
    if (kept !== undefined) return { id, failed: kept }
    const requirements = this.blame.requirements(meant)
    const verdict = this.blame.verdict(requirements)
    if (verdict === 'fails') return { id, failed: this.blame.all(requirements) }
    const now = verdict === 'holds' ? 'its requirements hold, but ' : ''
    return { id, failed: [this.wording.note(`${now}the question is: ${prompt}`)] }
  }

  /** Explains why the question's window doesn't offer an action; undefined if it never does, or there is no window. */
  private notOnOffer(action: number): readonly Reason[] | undefined {
    const { asking } = this
    const { q } = asking
    if (q.offering === null) return undefined
    const { offers } = asking.procedure(q.offering.window)
    if (offers === undefined) return undefined
    const listed = new ExclusionExplainer(asking, this.blame, this.wording, action, 'action')
    return listed.missing(offers.from, asking.window(q.offering.window))
  }

  private unfit(value: number): readonly Reason[] {
    const { q } = this.asking
    const node = q.node as ChooseOne | ChooseN
    const here = this.asking.here()
    const listed = new ExclusionExplainer(this.asking, this.blame, this.wording, value)
    const { parts, gone, near } = listed.chain(node.options, here)
    if (gone !== undefined)
      return (q.type === 'action' && near !== true ? this.notOnOffer(value) : undefined) ?? gone
    const verdict = this.blame.verdict(parts)
    if (verdict === 'fails') return this.blame.all(parts)
    const costly = this.costly(node, here, value)
    if (costly !== undefined) return [costly]
    return verdict === 'maybe' ? this.blame.all(parts) : []
  }

  private costly(node: ChooseOne | ChooseN, here: Bindings, value: number): Reason | undefined {
    if (!('cost' in node) || node.cost === undefined || node.budget === undefined) return undefined
    const name = { name: node.costBind ?? 'it', type: this.asking.q.type }
    const priced = here.with(name, null, () => [value])
    if (!this.asking.sees(node.cost, priced) || !this.asking.sees(node.budget, here)) return undefined
    const [cost] = this.asking.values(node.cost, priced, 'number')
    const [budget] = this.asking.values(node.budget, here, 'number')
    if (typeof cost !== 'number' || typeof budget !== 'number' || cost <= budget) return undefined
    return this.wording.note(`it costs ${cost}, but the budget is ${budget}`)
  }
}
