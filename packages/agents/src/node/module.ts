/** Agents that are modules: a default export that makes them. */
import { pathToFileURL } from 'node:url'
import { type Game, IllegalChoice, type State, type StepEvent, type View } from '@ludoforge/kernel'
import type { Agent } from '../agent.js'
import { checkPicks, picksFrom, shown } from '../external/answer.js'
import { questionOf, rulesOf, seatOf, seedFor, sittingOf } from '../external/context.js'
import { AgentFailed } from '../external/failure.js'
import { EventFeed } from '../external/event-feed.js'
import type { DecideAgent, MadeAgent, MakeAgent } from '../external/module-api.js'
import { AgentSpecError, isFile } from './spec.js'

/** What makes the agents of a module. Throws AgentProblem if there is no such thing. */
export async function importModule(
  spec: string,
  file: string,
  argument: string | undefined,
): Promise<MakeAgent> {
  if (!isFile(file)) throw new AgentSpecError(`"${spec}" names a module that is not there: ${file}`)
  let found: unknown
  try {
    found = await import(pathToFileURL(file).href)
  } catch (error) {
    throw new AgentSpecError(`"${spec}" cannot be loaded: ${reasonOf(error, file)}`)
  }
  const make = typeof found === 'object' && found !== null && 'default' in found ? found.default : undefined
  if (!isFunction(make))
    throw new AgentSpecError(
      `"${spec}" has no default export that makes an agent: export default ({ seed }) => ({ decide({ decision }) { … } })`,
    )
  const maker: MakeAgent = (wishes) => checked(spec, make(wishes))
  try {
    maker({ seed: 0, argument }) // whatever is wrong with it is told before any game
  } catch (error) {
    if (error instanceof AgentSpecError) throw error
    throw new AgentSpecError(`"${spec}" made no agent: ${messageOf(error)}`)
  }
  return maker
}

function isFunction(value: unknown): value is (wishes: Parameters<MakeAgent>[0]) => unknown {
  return typeof value === 'function'
}

function isAgent(made: unknown): made is MadeAgent {
  const has = (name: string): boolean =>
    typeof made === 'object' && made !== null && name in made && typeof Reflect.get(made, name) === 'function'
  return has('decide') !== has('choose')
}

function checked(spec: string, made: unknown): MadeAgent {
  if (isAgent(made)) return made
  throw new AgentSpecError(
    `"${spec}" made ${shown(made)}, which is no agent: it has a method "decide" that gives a choice, or one "choose" that gives picks.`,
  )
}

/** Whether it answers later. */
export function isLater(made: MadeAgent): boolean {
  return 'decide' in made && made.decide.constructor.name === 'AsyncFunction'
}

/** An agent of a module, in this thread. */
export function moduleAgent(
  spec: string,
  make: MakeAgent,
  argument: string | undefined,
  seed: number | string,
): Agent {
  const made = guarded(spec, 'to be made', () => make({ seed: seedFor(seed), argument }))
  return 'decide' in made ? new DecidingAgent(spec, made) : choosing(spec, made)
}

/** One that knows the kernel, but whose mistakes are named as its own. */
function choosing(spec: string, made: Extract<MadeAgent, { choose: unknown }>): Agent {
  const { watch, think, why, intends, end } = made
  return {
    name: made.name ?? spec,
    choose: (game, state, seat) =>
      guarded(
        spec,
        () => questionOf(game, state, seat),
        () => checkPicks(game, state, seat, made.choose(game, state, seat)),
      ),
    ...(watch === undefined ? {} : { watch: watch.bind(made) }),
    ...(why === undefined ? {} : { why: why.bind(made) }),
    ...(intends === undefined ? {} : { intends: intends.bind(made) }),
    ...(end === undefined ? {} : { end: end.bind(made) }),
    ...(think === undefined
      ? {}
      : {
          think: async (game: Game, state: State, seat: number, thinking: object) => {
            try {
              return checkPicks(game, state, seat, await think.call(made, game, state, seat, thinking))
            } catch (error) {
              throw failed(spec, questionOf(game, state, seat), error)
            }
          },
        }),
  }
}

/** One that is told names, and gives a choice. */
class DecidingAgent implements Agent {
  readonly name: string
  readonly #story = new EventFeed()
  readonly #wantsEvents: boolean
  #why: string | undefined

  constructor(
    private readonly spec: string,
    private readonly made: DecideAgent,
  ) {
    this.name = made.name ?? spec
    this.#wantsEvents = made.wants?.includes('events') ?? true
  }

  choose(game: Game, state: State, seat: number): readonly number[] {
    const { made, spec } = this
    if (this.#wantsEvents) this.#story.goesOn(game, state, seat)
    const events = this.#story.take()
    return guarded(
      spec,
      () => questionOf(game, state, seat),
      () => {
        const answer: unknown = made.decide(askedOf(game, state, seat, events))
        if (answer instanceof Promise) {
          answer.catch(() => {}) // nobody waits for it
          throw new Error('It gave a promise. Write "async decide", so that it is waited for.')
        }
        const { choice, why } = answerOf(answer)
        const picks = picksFrom(game, state, seat, choice)
        this.#why = why
        if (this.#wantsEvents) this.#story.answered(game, state, seat, picks)
        return picks
      },
    )
  }

  watch(game: Game, state: State, seat: number, other: number, picks: readonly number[]): void {
    if (!this.#wantsEvents) return
    this.#story.goesOn(game, state, seat)
    this.#story.answered(game, state, other, picks)
  }

  why() {
    return this.#why === undefined ? [] : [{ text: this.#why, secret: true as const }]
  }

  end(game: Game, state?: State): void {
    this.#story.forget()
    const outcome = state === undefined ? undefined : game.outcome(state)
    guarded(this.spec, 'to end a game', () => this.made.end?.({ outcome: outcome ?? null }))
  }
}

/** The view is made when it is looked at. */
function askedOf(game: Game, state: State, seat: number, events: readonly StepEvent[]) {
  const id = seatOf(game, seat)
  const decision = game.decision(state, id)
  if (decision === undefined) throw new Error(`${id} is not asked.`)
  const sitting = sittingOf(game, state, seat)
  return {
    ...sitting,
    rules: rulesOf(game),
    decision,
    events,
    get view(): View {
      return game.view(state, id)
    },
  }
}

/** A choice by itself, or one with a reason. */
export function answerOf(answer: unknown): { readonly choice: unknown; readonly why?: string } {
  if (typeof answer !== 'object' || answer === null || !('choice' in answer)) return { choice: answer }
  const why = 'why' in answer && typeof answer.why === 'string' ? { why: answer.why } : {}
  return { choice: answer.choice, ...why }
}

function guarded<T>(spec: string, asked: string | (() => string), what: () => T): T {
  try {
    return what()
  } catch (error) {
    throw failed(spec, typeof asked === 'string' ? asked : asked(), error)
  }
}

function failed(spec: string, asked: string, error: unknown): AgentFailed {
  if (error instanceof AgentFailed) return error
  const how = error instanceof IllegalChoice ? 'gave an illegal answer' : 'failed'
  return new AgentFailed(`${spec}, asked ${asked}, ${how}: ${reasonOf(error, spec)}`)
}

/** What an error says, and where in the module it was thrown. */
function reasonOf(error: unknown, file: string): string {
  const message = messageOf(error)
  if (error instanceof IllegalChoice || !(error instanceof Error)) return message
  const name = file.split('/').at(-1)?.split(':')[0] ?? file
  const line = error.stack?.split('\n').find((one) => one.includes(`${name}:`))
  const place = line === undefined ? undefined : /([^/(\s]+:\d+:\d+)\)?$/.exec(line)?.[1]
  return place === undefined ? message : `${message} (${place})`
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
