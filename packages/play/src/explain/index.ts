/**
 * Explains why something is not offered. Evaluates the question's filters again, clause by clause, and says what is the
 * case with the failed ones. `clause-evaluator.ts` evaluates, `failure-explainer.ts` explains failed conditions,
 * `performing.ts` builds the context of an action, `exclusion-explainer.ts` explains why an item isn't in a list,
 * `wording.ts` words the reasons with `say/`, `naming.ts` resolves names.
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
import { type Linked, offersOf, optionIds, quote } from '@ludoforge/kernel/internal'
import { linkedGame } from '../linked-game.js'
import type { Explanation, Reason } from './explanation.js'
import { ClauseEvaluator } from './clause-evaluator.js'
import { FailureExplainer } from './failure-explainer.js'
import { ExclusionExplainer } from './exclusion-explainer.js'
import { actionsNamed, alternativeNamed, thingNamed, tokensIn, unknownNote, valueNamed } from './naming.js'
import type { Bindings } from './bindings.js'
import { plainName } from '../say/names.js'
import { MAX_LENGTH } from '../say/speaker.js'
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
    const i = ids.indexOf(name)
    if (i >= 0) {
      const summary = `${capitalize(optionLabel(asking, asked, i))} can be chosen now.`
      return { offered: true, option: name, summary, failed: [] }
    }
    const offer = offers.find(({ id }) => id === name)
    return offer === undefined ? undefined : explainOffer(asking, offer)
  }
  const named = found(option)
  if (named !== undefined) return named
  const actions = [...(q.type === 'action' ? asked.values : []), ...asked.offers]
  const inquiry = new Inquiry(asking, actions)
  const { id, failed, unknown } = inquiry.why(option)
  const why = {
    offered: false,
    option: id,
    summary: inquiry.summary(id, failed),
    failed,
    ...withoutUndefined({ unknown }),
  }
  return found(id) ?? why
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Returns the label of an option by its index. */
function optionLabel({ linked, names, q, s, seat }: ClauseEvaluator, asked: Question, i: number): string {
  if (q.kind === 'alternatives') {
    const index = asked.values[i] ?? i
    return linked.machine.program.labels[s.q]?.(s, s.k, s.fp, index, seat) ?? plainName(q.ids[index] ?? '')
  }
  const value = asked.values[i]
  return value === undefined ? String(asked.min + i) : names.label(s, q.type, value)
}

function ofNumber({ min, max }: Question, option: string): Explanation {
  const n = Number(option)
  const offered = option !== '' && Number.isInteger(n) && n >= min && n <= max
  const summary = offered
    ? `${option} can be chosen now.`
    : `The answer is a whole number from ${min} to ${max}.`
  return { offered, option, summary, failed: [] }
}

const WHEN: Readonly<Record<Timing, string>> = { before: 'first', during: 'now', after: 'at the end' }

/** Explains an offer: an action that may be taken instead of an answer. */
function explainOffer({ q, names, s, linker }: ClauseEvaluator, { id, timing }: Offer): Explanation {
  const where = q.kind === 'window' ? '' : ' in addition to an answer'
  const action = linker.layout.procedureIndex.get(id)
  const label = action === undefined ? plainName(id) : names.label(s, 'action', action)
  const summary = `${capitalize(label)} can be chosen${where}. It is performed ${WHEN[timing]}.`
  return { offered: true, option: id, timing, summary, failed: [] }
}

/** What a named test lacks, if one short clause says it. */
function causeOf({ text, allOf = [], noneWith = [] }: Reason): string | undefined {
  const [only] = allOf.length > 0 ? allOf : noneWith
  if (only === undefined || only.of !== undefined || text.includes(only.text)) return undefined
  if (text.includes(', needs ')) return undefined // it already has the values
  return only.text.length + text.length <= MAX_LENGTH ? only.text : undefined
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
        return this.another(option, `${option} is no answer here: choose ${this.alternatives()}`)
      if (found.when === undefined) return { id: found.id, failed: [] }
      const at = this.asking.here()
      const part = { node: found.when, at, src: found.src, says: found.says }
      return { id: found.id, failed: this.blame.verdict([part]) === 'holds' ? [] : this.blame.all([part]) }
    }
    if (q.type === 'action') return this.action(option)
    const value = valueNamed(this.asking, option) ?? this.valueMeant(option)
    if (value === undefined) return this.another(option, unknownNote(q.type, option))
    return { id: names.id(s, q.type, value), failed: this.unfit(value) }
  }

  /** One or two sentences: what is in the way, about the thing that was named. */
  summary(id: string, failed: readonly Reason[]): string {
    const { language } = this.wording.speaker
    const label = this.labelOf(id)
    const [first, ...more] = failed
    if (first === undefined) return language.sentence(`${label} can't be chosen now`)
    const isAbout = first.text.toLowerCase().includes(label.toLowerCase())
    const cause = causeOf(first)
    const whole = cause === undefined ? first.text : `${first.text}: ${cause}`
    const text = language.sentence(isAbout ? whole : `${label}: ${whole}`)
    const others = more.filter(({ text: other }) => other !== first.text).length
    return others === 0
      ? text
      : `${text} ${language.count(others, { one: 'more reason', many: 'more reasons' })}.`
  }

  /** Returns the name of what was asked about: of the question's type, an action, or as it was typed. */
  private labelOf(id: string): string {
    const { q, names, s, linker } = this.asking
    if (q.kind === 'alternatives' && q.ids.includes(id)) return this.alternative(q.ids.indexOf(id))
    const action = linker.layout.procedureIndex.get(id)
    if (action !== undefined) return names.label(s, 'action', action)
    const value = q.kind === 'alternatives' ? undefined : valueNamed(this.asking, id)
    return value === undefined ? (thingNamed(this.asking, id)?.label ?? id) : names.label(s, q.type, value)
  }

  /** Returns the label of an alternative. A label that could reveal a secret is replaced by its name in the rules. */
  private alternative(i: number): string {
    const { linked, q, s, seat } = this.asking
    const label = q.openLabels[i] === true ? linked.machine.program.labels[s.q] : undefined
    return label?.(s, s.k, s.fp, i, seat) ?? plainName(q.ids[i] ?? '')
  }

  /** Lists the alternatives that can be chosen. */
  private alternatives(): string {
    const { q } = this.asking
    return this.wording.speaker.language.list(
      q.ids.map((_, i) => this.alternative(i)),
      'or',
    )
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
    const isClosed = failed.length === 1 && failed[0]?.text === this.blame.reserved([meant]).text
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
      const text = `${thing.label} is ${thing.is}, and the question is: ${prompt}`
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
    const now = verdict === 'holds' ? 'it would be possible, but ' : ''
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
    return this.wording.note(`it costs ${cost}, and ${budget} is left to spend`)
  }
}
