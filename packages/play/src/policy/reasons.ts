/** Words the reasons of a decision. A reason is stated only if it holds for the chosen option and dropped another one. */
import {
  type DecidingPart,
  type Expr,
  type GameDef,
  type LineDef,
  type PolicyReason,
  present,
  type Question,
  type RankDef,
  withoutUndefined,
} from '@ludoforge/kernel'
import type { Bindings } from '../explain/bindings.js'
import type { ClauseEvaluator } from '../explain/clause-evaluator.js'
import { Plainness } from '../say/plain.js'
import { MAX_LENGTH, Speaker } from '../say/speaker.js'
import { conditionOf, decidingConjuncts, namesOption, withoutTiming } from './conditions.js'
import { arePublic, isSecretLine } from './policy-visibility.js'
import type { AppliedPart, DecisionRecorder, Round } from './recorder.js'

type Entry = Round['entry']

/** What decided, and its text if it has one. */
interface Found {
  readonly line: LineDef | null // null: chance
  readonly entry: Entry
  readonly text: string | undefined
  readonly decided: DecidingPart
  readonly isSecret: boolean
}

/** A policy line that decided, for designers: also if no words for players exist. */
export type DecidingLine = Required<Pick<PolicyReason, 'code'>> &
  Pick<PolicyReason, 'title' | 'rule' | 'place' | 'secret'>

/** Returns the reasons of an answer, the part that decided most picks first, and all lines that decided. */
export function reasonsOf(
  def: GameDef,
  recorder: DecisionRecorder,
  question: Question,
  picks: readonly number[],
): { readonly reasons: readonly PolicyReason[]; readonly lines: readonly DecidingLine[] } {
  const { linker } = recorder.asking
  const reasons: PolicyReason[] = []
  const lines = new Map<LineDef, DecidingLine>()
  for (const found of new ReasonWords(def, recorder, question, picks).found()) {
    const { line, entry, text, decided, isSecret } = found
    const secret = isSecret ? { secret: true as const } : {}
    if (line === null) {
      if (text !== undefined) reasons.push({ text, decided, ...secret })
      continue
    }
    const source = linker.source(line.src)
    const from = {
      code: source?.text ?? line.do,
      ...withoutUndefined({
        title: entry.title,
        rule: line.rule ?? entry.rule,
        place: source === undefined ? undefined : `${source.file}:${source.line}`,
      }),
      ...secret,
    }
    lines.set(line, from)
    if (text !== undefined) reasons.push({ text, decided, ...from })
  }
  return { reasons, lines: [...lines.values()] }
}

class ReasonWords {
  readonly #speaker: Speaker
  readonly #asking: ClauseEvaluator
  readonly #plainness: Plainness
  readonly #isSecretQuestion: boolean

  constructor(
    private readonly def: GameDef,
    private readonly recorder: DecisionRecorder,
    private readonly question: Question,
    private readonly picks: readonly number[],
  ) {
    const { asking } = recorder
    const { q, s, names } = asking
    this.#asking = asking
    this.#speaker = new Speaker(asking)
    this.#plainness = new Plainness((id) => asking.functionOf(id))
    this.#isSecretQuestion = q.secret || q.together !== null || !arePublic(names, s, q.type, question.values)
  }

  found(): Found[] {
    const { picks, recorder } = this
    const [first] = picks
    const isOffer = first !== undefined && first < 0
    if (isOffer || this.#asking.q.kind === 'window') return this.#ofOffer(isOffer ? -1 - first : -1)
    if (first === undefined) return this.#ofDeclining()
    const { amount } = recorder
    const isNumber = this.question.kind === 'number'
    const parts = isNumber && amount !== null ? [] : this.#ofParts()
    return [...parts, ...this.#ofAmount(), ...this.#ofChance()]
  }

  /** The parts that kept the picks and dropped others: of each part one reason, from the first pick that it decided. */
  #ofParts(): Found[] {
    const all = new Map<string, { readonly found: Found; picks: number }>()
    this.recorder.rounds.slice(0, this.picks.length).forEach((round, pick) => {
      const chosen = this.#optionOf(pick)
      for (const part of round.parts) {
        if (part.after.length === part.before.length || !part.after.includes(chosen)) continue
        const key = `${round.entry.lines.indexOf(part.line)} ${part.line.says === undefined ? part.part : ''}`
        const known = all.get(key)
        if (known !== undefined) known.picks += 1
        else all.set(key, { found: this.#ofPart(round, part, chosen, pick), picks: 1 })
      }
    })
    return [...all.values()]
      .sort((a, b) => b.picks - a.picks)
      .map(({ found, picks }) => ({ ...found, decided: { ...found.decided, picks } }))
  }

  #ofPart(round: Round, applied: AppliedPart, chosen: number, pick: number): Found {
    const { line, part, before, after, values } = applied
    const rank = typeof part === 'number' ? line.ranks?.[part] : undefined
    const dropped = before.filter((i) => !after.includes(i))
    const valueOf = (i: number): number => values?.[before.indexOf(i)] ?? 0
    const better = rank?.by === 'least' ? -1 : 1
    const best = dropped.reduce((a, b) => (better * (valueOf(b) - valueOf(a)) > 0 ? b : a))
    const at = this.#bindings(round, chosen)
    const [value, next] = [valueOf(chosen), valueOf(best)]
    const condition = rank && conditionOf(this.#asking, rank.value, at)
    const text =
      this.#written(line, at) ??
      (condition !== undefined
        ? this.#clause(condition.node, condition.at, value === condition.yes)
        : rank !== undefined
          ? this.#rankText(rank, this.#bindings(round, ...before), { value, next, best: this.#label(best) })
          : this.#namedText(
              line,
              at,
              dropped.map((i) => this.#bindings(round, i)),
            ))
    const decided: DecidingPart = {
      part: typeof part !== 'number' ? part : condition === undefined ? 'rank' : 'test',
      ...(typeof part === 'number' ? { rank: part } : {}),
      picks: 1,
      pick,
      before: before.length,
      after: after.length,
      chosen: this.#id(chosen),
      dropped: this.#id(best),
      ...(rank === undefined ? {} : { value, next }),
    }
    // Whatever follows a line with hidden information depends on what that line left.
    const until = round.applied.indexOf(line) + 1
    const isSecret = this.#areSecret(round.entry, round.applied.slice(0, until))
    return { line, entry: round.entry, text, decided, isSecret }
  }

  /**
   * "most Population (2; next Hue, 1)". Several picks have several values. The numbers of an order mean nothing to
   * people: "first to be lost (next a Base)".
   */
  #rankText(
    { by, value: node }: RankDef,
    at: Bindings,
    { value, next, best }: { readonly value: number; readonly next: number; readonly best: string },
  ): string | undefined {
    if (!this.#plainness.isPlain(node)) return undefined
    const order = this.#speaker.order(node, at, by)
    const text = readable(order ?? this.#speaker.language.extreme(by, this.#speaker.measure(node, at)))
    if (text === undefined || this.picks.length > 1) return text
    return order === undefined ? `${text} (${value}; next ${best}, ${next})` : `${text} (next ${best})`
  }

  /** The test of the chosen option; if the line only names it, the condition of the line. */
  #namedText(
    { do: does, test, when }: LineDef,
    at: Bindings,
    dropped: readonly Bindings[],
  ): string | undefined {
    const { type } = this.#asking.q
    if (test === undefined || namesOption(test, type)) return this.#condition(when, at)
    if (does === 'avoid') return this.#clause(test, at, false)
    const deciding = decidingConjuncts(this.#asking, test, dropped)
    return namesOption(deciding, type) ? undefined : this.#clause(deciding, at, true)
  }

  /** The names of a line for these options: `it` has a name if there is one of them. */
  #bindings({ chosen }: Round, ...options: readonly number[]): Bindings {
    return this.recorder.bindings(
      options.map((option) => this.#valueOf(option)),
      chosen,
    )
  }

  #condition(when: Expr | undefined, at: Bindings): string | undefined {
    const node = when === undefined ? undefined : withoutTiming(when)
    return typeof node === 'object' ? this.#clause(node, at, true) : undefined
  }

  /** Says a condition, if it reads well. Silence is better than a formula. */
  #clause(node: Expr, at: Bindings, holds: boolean): string | undefined {
    return this.#plainness.isPlain(node) ? readable(this.#speaker.clause(node, at, holds)) : undefined
  }

  #written({ says }: LineDef, at: Bindings): string | undefined {
    return says === undefined ? undefined : this.#speaker.written(says, at, true)
  }

  /** The line that takes an offer, or declines all. */
  #ofOffer(taken: number): Found[] {
    const { offer } = this.recorder
    if (offer === null || offer.offer !== taken) return []
    const { line, entry, at } = offer
    const text = this.#written(line, at) ?? this.#condition(line.when, at)
    const action = this.question.offers[taken]
    const decided: DecidingPart = {
      part: taken < 0 ? 'stop' : 'option',
      picks: 1,
      pick: 0,
      before: this.question.offers.length + 1, // it may decline
      after: 1,
      ...(action === undefined ? {} : { chosen: this.#asking.names.scalar('action', action) }),
    }
    return [{ line, entry, text, decided, isSecret: this.#areSecret(entry, [line]) }]
  }

  /** The line that declines: only its condition, because there is no option to speak of. */
  #ofDeclining(): Found[] {
    const round = this.recorder.rounds[0]
    if (round === undefined || round.declines === null) return []
    const { entry, declines: line, chosen } = round
    const at = this.recorder.bindings([], chosen)
    const text = this.#written(line, at) ?? this.#condition(line.when, at)
    const before = round.parts.at(-1)?.after.length ?? this.question.values.length
    const decided: DecidingPart = { part: 'stop', picks: 1, pick: 0, before, after: 0 }
    return [{ line, entry, text, decided, isSecret: this.#areSecret(entry, round.applied) }]
  }

  /** The line that fixes how many are taken, if more or fewer were possible. */
  #ofAmount(): Found[] {
    const { amount } = this.recorder
    const { kind, min, max, values, counts } = this.question
    if (amount === null || max === min) return []
    const { line, entry, value } = amount
    const taken = Math.max(min, Math.min(max, value))
    if (kind === 'many') {
      const all = counts === null ? values.length : counts.reduce((sum, n) => sum + n, 0)
      if (this.picks.length !== taken || taken === max || taken >= all) return []
    }
    const text = this.#amountText(line, value)
    const decided: DecidingPart = {
      part: 'amount',
      picks: 1,
      pick: 0,
      before: max - min + 1,
      after: 1,
      value: taken,
    }
    return [{ line, entry, text, decided, isSecret: this.#areSecret(entry, [line]) }]
  }

  #amountText(line: LineDef, value: number): string | undefined {
    const { min, max } = this.question
    const at = this.recorder.bindings([], [])
    const text = this.#written(line, at) ?? this.#condition(line.when, at)
    if (text !== undefined) return text
    if (line.extreme === 'most' || value > max) return 'as many as possible'
    return line.extreme === 'least' || value < min ? 'as few as possible' : undefined
  }

  /** What all lines left, if the policy drew from it. */
  #ofChance(): Found[] {
    const { rounds } = this.recorder
    const { kind, min, max } = this.question
    const [round] = rounds
    if (round === undefined || (kind === 'number' && this.recorder.amount !== null)) return []
    const weighs = round.entry.lines.some(
      ({ test, ranks, option }) => (test ?? ranks ?? option) !== undefined,
    )
    const from = this.#draw()
    const equal = kind === 'number' && !weighs ? max - min + 1 : from.equal // such a policy looks at no number
    if (equal <= from.drawn) return []
    const decided: DecidingPart = {
      part: 'chance',
      picks: from.drawn,
      pick: from.pick,
      before: equal,
      after: from.drawn,
    }
    const text = `${from.drawn === 1 ? 'one' : from.drawn} of ${equal} equally good`
    const isSecret = rounds.some(({ entry, applied }) => this.#areSecret(entry, applied))
    return [{ line: null, entry: round.entry, text, decided, isSecret }]
  }

  /** Returns the first pick that was drawn from equal options, their number, and how many of them were taken. */
  #draw(): { readonly pick: number; readonly equal: number; readonly drawn: number } {
    const options = this.picks.map((_, pick) => this.#optionOf(pick))
    for (const [pick, { left }] of this.recorder.rounds.slice(0, options.length).entries()) {
      const drawn = new Set(options.slice(pick).filter((option) => left.includes(option))).size
      if (drawn < left.length) return { pick, equal: left.length, drawn }
    }
    return { pick: 0, equal: 1, drawn: 1 }
  }

  /** Whether hidden information is in one of the lines, or in the question. */
  #areSecret(entry: Entry, lines: readonly LineDef[]): boolean {
    return this.#isSecretQuestion || lines.some((line) => isSecretLine(this.def, line, entry))
  }

  /** Returns the option of a pick, as the lines number it. */
  #optionOf(pick: number): number {
    const picked = present(this.picks[pick], 'a pick is part of the answer.')
    return this.question.kind === 'number' ? picked - this.question.min : picked
  }

  #valueOf(option: number): number {
    const { kind, min, values } = this.question
    return kind === 'number' ? min + option : present(values[option], 'an option has a value.')
  }

  #id(option: number): string {
    const { q, s, names } = this.#asking
    const value = this.#valueOf(option)
    if (q.kind === 'alternatives') return q.ids[value] ?? ''
    return names.id(s, q.type, value)
  }

  #label(option: number): string {
    const { linked, q, s, seat, names } = this.#asking
    const value = this.#valueOf(option)
    if (q.kind !== 'alternatives') return names.label(s, q.type, value)
    return linked.machine.program.labels[s.q]?.(s, s.k, s.fp, value, seat) ?? ''
  }
}

const readable = (text: string): string | undefined => (text.length > MAX_LENGTH ? undefined : text)
