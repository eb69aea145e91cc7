/** The game of a lesson: plays its acts, resolves its answers, and evaluates its conditions and texts. */
import {
  type Choice,
  type Decision,
  type Game,
  isNamed,
  IllegalChoice,
  itemOf,
  type Slot,
  type State,
  type Text,
  type TypeName,
} from '@ludoforge/kernel'
import { type Acted, ActPlayer } from '../acts/act-player.js'
import { PickError, type PickMeanings, Picks } from '../acts/picks.js'
import { linkedGame } from '../linked-game.js'
import { questionName } from '../policy/question-name.js'
import { type Argument, LinkCache } from '../workbench/link-cache.js'
import { forceRolls, linkExpr } from '../workbench/workbench.js'
import type { Guide } from './guide.js'
import { expressionsOf, expressionsOfGuide } from './lesson-expressions.js'
import type { Lesson, LessonAct, LessonAnswer, LessonCondition, LessonPick, Task } from './lesson.js'

/** How a lesson or a guided game starts. */
type Beginning = Pick<Lesson, 'start' | 'setup' | 'saved' | 'actor'>

type Reach = Extract<Task, { task: 'reach' }>

const MEANINGS: PickMeanings<LessonPick> = {
  plainMeaning: ({ plain }) => plain,
  meaning(pick, type) {
    const found = pick.as?.[type] ?? pick.plain
    if (found === undefined) throw new PickError(pick, { is: 'unknown', known: [] })
    return found
  },
}

/** The thing that the learner chose or pointed at. */
export interface Chosen {
  readonly type: TypeName
  readonly id: string
}

/** The id of `it` where an answer chooses nothing. */
export const NONE = 'none'

/** A game in which lessons are played. Links each part of a lesson once. */
export class LessonGame {
  readonly links: LinkCache
  readonly #picks: Picks<LessonPick>

  constructor(readonly game: Game) {
    this.links = new LinkCache(game)
    this.#picks = new Picks(this.links, MEANINGS)
  }

  /** The position in which a lesson starts. `options`: game options in addition to its own. */
  start({ start, setup, saved, actor }: Beginning, options: Beginning['start']['options'] = {}): State {
    if (saved !== undefined) return this.game.restore(saved)
    const state = this.game.start({ ...start, options: { ...start.options, ...options } })
    return setup.length === 0 ? state : this.#player('').run(state, setup, 'the lesson', actor).state
  }

  /** A lesson or a guide that starts from a saved position, so that no statements have to be linked. */
  withStart<Of extends Beginning>(lesson: Of): Of {
    if (lesson.setup.length === 0) return lesson
    return { ...lesson, setup: [], saved: this.game.save(this.start(lesson)) }
  }

  /** Links every expression and text of a lesson or a guide ahead of time, for modules that can't link later. */
  link(lesson: Lesson | Guide): void {
    for (const { expression, it } of 'steps' in lesson ? expressionsOf(lesson) : expressionsOfGuide(lesson)) {
      const params = it === undefined ? [] : [{ name: 'it', type: it }]
      linkExpr(this.game, expression.expr, expression.type, params)
    }
  }

  #player(seed: string): ActPlayer {
    return new ActPlayer(this.links, seed)
  }

  /** Plays a step of the lesson. `seed`: of the random picks of policies. */
  act(state: State, act: LessonAct, seed: string): Acted {
    switch (act.act) {
      case 'dice':
        return { state: forceRolls(state, act.values), events: [] }
      case 'choose': {
        const decision = this.decision(state, act.seat)
        return this.game.step(state, this.choice(state, decision, act.answer), decision.seat)
      }
      case 'do': {
        const { seat, action, actor, effects } = act
        const taken =
          seat === undefined || action === undefined
            ? undefined
            : this.#player(seed).take(state, action, seat)
        return taken ?? this.#player(seed).run(state, effects, 'the lesson', actor)
      }
      case 'plays':
        this.decision(state, act.seat)
        return this.#player(seed).plays(state, act.seat, act.policy, act.on)
      case 'everybody':
        return this.#player(seed).everybody(state, act.policy)
    }
  }

  /** The pending question of a seat. Throws `IllegalChoice` if it has none. */
  decision(state: State, seat?: string): Decision {
    const decision = this.game.decision(state, seat)
    if (decision === undefined) throw new IllegalChoice(`${seat ?? 'Nobody'} has no question to answer here.`)
    return decision
  }

  /** The answer to a question that a lesson writes. Throws if its words don't fit the question. */
  choice(state: State, decision: Decision, { picks, ahead }: LessonAnswer): Choice {
    return this.#picks.choice(state, decision, picks, ahead)
  }

  /** The same, or `undefined` if the words don't fit this question. */
  choiceIn(state: State, decision: Decision, answer: LessonAnswer): Choice | undefined {
    try {
      return this.choice(state, decision, answer)
    } catch (error) {
      if (error instanceof PickError || error instanceof IllegalChoice) return undefined
      throw error
    }
  }

  /** Whether a written item is offered now. */
  offered(state: State, decision: Decision, pick: LessonPick): string | undefined {
    const choice = this.choiceIn(state, decision, { picks: [pick] })
    const [id] = choice === undefined ? [] : choiceIds(choice)
    return [...decision.options, ...decision.offers].find((option) => option.id === id)?.id
  }

  holds(state: State, condition: LessonCondition, you: string, it?: Chosen): boolean {
    return condition.every((part) => {
      switch (part.is) {
        case 'true':
          return this.links.value(state, part.expression, you, this.#arguments(state, it)) !== 0
        case 'asked': {
          if (part.seat === undefined) return this.game.decision(state) === undefined
          const decision = this.game.decision(state, part.seat)
          const isAsked = decision !== undefined && (part.name === undefined || decision.name === part.name)
          return isAsked === part.wanted
        }
        case 'offered': {
          const decision = this.game.decision(state, part.seat)
          const isOffered = (pick: LessonPick): boolean =>
            decision !== undefined && this.offered(state, decision, pick) !== undefined
          return part.picks.every((pick) => isOffered(pick) === part.wanted)
        }
        case 'ended': {
          const outcome = this.game.outcome(state)
          if ((outcome !== undefined) !== part.over) return false
          if (part.winner === undefined || outcome === undefined) return true
          return part.winner === null ? outcome.winners.length === 0 : outcome.winners.includes(part.winner)
        }
      }
    })
  }

  /** Fills in a text. */
  text(state: State, text: Text, you: string, it?: Chosen): string {
    return this.links.text(state, text, you, this.#arguments(state, it))
  }

  /** `it` as an argument of expressions. */
  #arguments(state: State, it: Chosen | undefined): readonly Argument[] {
    return it === undefined ? [] : [{ name: 'it', type: it.type, value: this.#slot(state, it) }]
  }

  #slot(state: State, { type, id }: Chosen): Slot {
    if (id === NONE) return -1
    if (type === 'number') return Number(id)
    const { names } = linkedGame(this.game).linked.machine
    if (type !== 'token') return names.layout.scalar(type, id)
    for (let token = 0; token < names.layout.tokens; token++)
      if (names.id(state, type, token) === id) return token
    return -1
  }

  /** Whether this question is one of those that a task skips. */
  isSkipped(state: State, task: Reach): boolean {
    if (task.skipping.length === 0) return false
    const question = questionName(linkedGame(this.game), state.q)
    return task.skipping.some((name) => isNamed(question, name))
  }

  /** Whether a written answer names a thing. */
  pointsAt(state: State, { picks }: LessonAnswer, { type, id }: Chosen): boolean {
    return picks.some((pick) => {
      const meaning = pick.as?.[type] ?? pick.plain
      return pick.text === id || (meaning !== undefined && this.links.names(state, meaning).includes(id))
    })
  }

  /** The answers of a way to a goal, at most this many, from the position in which its task starts. */
  way(
    start: State,
    task: Reach,
    way: readonly LessonAnswer[],
    you: string,
    most = Infinity,
  ): readonly Choice[] {
    const given: Choice[] = []
    let state = start
    for (const answer of way) {
      for (let again = true; again && given.length < most; again = answer.more === true) {
        state = this.skipped(state, task, you)
        const decision = this.game.decision(state, you)
        if (decision === undefined || this.holds(state, task.goal, you)) return given
        const choice = this.choiceIn(state, decision, answer)
        if (choice === undefined) return given
        given.push(choice)
        state = this.game.decide(state, choice, you)
      }
    }
    return given
  }

  /** The position after the questions that a task skips. */
  skipped(state: State, task: Reach, you: string): State {
    let now = state
    while (this.game.decision(now)?.seat === you && this.isSkipped(now, task))
      now = this.game.decide(now, [], you)
    return now
  }

  /** The things in a set, by id. */
  things(state: State, set: Task & { task: 'find' }, you: string): readonly string[] {
    return [...new Set(this.links.names(state, set.set, you))]
  }

  /** Everything of a type that the learner can point at. */
  candidates(state: State, set: Task & { task: 'find' }, you: string): readonly string[] {
    const type = itemOf(set.set.type)
    const { def } = this.game
    if (type === 'seat') return this.game.present(state)
    const found = this.things(state, set, you)
    const spaces = def.zones.flatMap(({ id, space }) => (space ? [id] : []))
    if (type === 'zone')
      return found.every((id) => spaces.includes(id)) ? spaces : def.zones.map(({ id }) => id)
    const view = this.game.view(state, you)
    return Object.entries(view.zones).flatMap(([zone, { pieces, cards }]) =>
      [...Object.keys(pieces ?? {}), ...new Set(cards ?? [])].map((kind) => `${kind}@${zone}`),
    )
  }
}

/** The ids in an answer, each as often as it is chosen. */
export function choiceIds(choice: Choice): readonly string[] {
  if (typeof choice !== 'object') return [String(choice)]
  if ('throughout' in choice) return [String(choice.throughout)]
  if ('offer' in choice) return [choice.offer]
  return choice.flatMap((item) => {
    const [, count, id] = /^(\d+) (.+)$/.exec(item) ?? []
    return id === undefined ? [item] : Array.from({ length: Number(count) }, () => id)
  })
}

/** Whether two answers to a question are the same. */
export function isSameChoice(a: Choice, b: Choice): boolean {
  const key = (choice: Choice): string => choiceIds(choice).toSorted().join('\n')
  const isList = (choice: Choice): boolean => Array.isArray(choice) && choiceIds(choice).length !== 1
  return isList(a) === isList(b) && key(a) === key(b)
}
