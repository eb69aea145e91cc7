/** Agents from modules: the default export makes them. */
import { pathToFileURL } from 'node:url'
import { type Game, IllegalChoice, type State, type StepEvent, type View } from '@ludoforge/kernel'
import type { Agent } from '../agent.js'
import { checkPicks, parsePicks, shortJson } from '../external/answer.js'
import { describeDecision, seatId, deriveSeed, seatContextOf } from '../external/context.js'
import { rulebookOf } from '../external/rulebook.js'
import { AgentFailed } from '../external/failure.js'
import { EventFeed } from '../external/event-feed.js'
import type { DecideAgent, ModuleAgent, MakeAgent } from '../external/module-api.js'
import { AgentSpecError, isFile } from './spec.js'

/** Imports a module and returns its default export, checked. Throws `AgentSpecError` if it makes no agent. */
export async function importModule(
  spec: string,
  file: string,
  argument: string | undefined,
): Promise<MakeAgent> {
  if (!isFile(file)) throw new AgentSpecError(`"${spec}" names a module that does not exist: ${file}`)
  let imported: unknown
  try {
    imported = await import(pathToFileURL(file).href)
  } catch (error) {
    throw new AgentSpecError(`"${spec}" cannot be loaded: ${reasonOf(error, file)}`)
  }
  const make =
    typeof imported === 'object' && imported !== null && 'default' in imported ? imported.default : undefined
  if (!isFunction(make))
    throw new AgentSpecError(
      `"${spec}" has no default export that makes an agent. Write: export default ({ seed }) => ({ decide({ decision }) { … } })`,
    )
  const maker: MakeAgent = (context) => checked(spec, make(context))
  try {
    maker({ seed: 0, argument }) // reports errors before any game starts
  } catch (error) {
    if (error instanceof AgentSpecError) throw error
    throw new AgentSpecError(`"${spec}" made no agent: ${messageOf(error)}`)
  }
  return maker
}

function isFunction(value: unknown): value is (context: Parameters<MakeAgent>[0]) => unknown {
  return typeof value === 'function'
}

function isAgent(made: unknown): made is ModuleAgent {
  const has = (name: string): boolean =>
    typeof made === 'object' && made !== null && name in made && typeof Reflect.get(made, name) === 'function'
  return has('decide') !== has('choose')
}

function checked(spec: string, made: unknown): ModuleAgent {
  if (isAgent(made)) return made
  throw new AgentSpecError(
    `"${spec}" made ${shortJson(made)}, which is not an agent. An agent has a method "decide" that returns a choice, or "choose" that returns picks.`,
  )
}

/** Whether the agent's `decide` is an async function. */
export function isAsync(made: ModuleAgent): boolean {
  return 'decide' in made && made.decide.constructor.name === 'AsyncFunction'
}

/** Makes an agent of a module, in this thread. */
export function moduleAgent(
  spec: string,
  make: MakeAgent,
  argument: string | undefined,
  seed: number | string,
): Agent {
  const made = guarded(spec, 'to be made', () => make({ seed: deriveSeed(seed), argument }))
  return 'decide' in made ? new DecidingAgent(spec, made) : wrapChoosing(spec, made)
}

/** Wraps an agent that uses the kernel (`choose`), so that its errors name it. */
function wrapChoosing(spec: string, made: Extract<ModuleAgent, { choose: unknown }>): Agent {
  const { watch, think, why, intends, end } = made
  return {
    name: made.name ?? spec,
    choose: (game, state, seat) =>
      guarded(
        spec,
        () => describeDecision(game, state, seat),
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
              throw failed(spec, describeDecision(game, state, seat), error)
            }
          },
        }),
  }
}

/** Adapts an agent that answers by names (`decide`). */
class DecidingAgent implements Agent {
  readonly name: string
  readonly #feed = new EventFeed()
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
    if (this.#wantsEvents) this.#feed.goesOn(game, state, seat)
    const events = this.#feed.take()
    return guarded(
      spec,
      () => describeDecision(game, state, seat),
      () => {
        const answer: unknown = made.decide(contextOf(game, state, seat, events))
        if (answer instanceof Promise) {
          answer.catch(() => {}) // the promise is ignored
          throw new Error('"decide" returned a promise. Declare it as "async decide".')
        }
        const { choice, why } = normalizeAnswer(answer)
        const picks = parsePicks(game, state, seat, choice)
        this.#why = why
        if (this.#wantsEvents) this.#feed.answered(game, state, seat, picks)
        return picks
      },
    )
  }

  watch(game: Game, state: State, seat: number, other: number, picks: readonly number[]): void {
    if (!this.#wantsEvents) return
    this.#feed.goesOn(game, state, seat)
    this.#feed.answered(game, state, other, picks)
  }

  why() {
    return this.#why === undefined ? [] : [{ text: this.#why, secret: true as const }]
  }

  end(game: Game, state?: State): void {
    this.#feed.forget()
    const outcome = state === undefined ? undefined : game.outcome(state)
    guarded(this.spec, 'to end a game', () => this.made.end?.({ outcome: outcome ?? null }))
  }
}

/** Returns the argument of `decide`. The view is built only when it is read. */
function contextOf(game: Game, state: State, seat: number, events: readonly StepEvent[]) {
  const id = seatId(game, seat)
  const decision = game.decision(state, id)
  if (decision === undefined) throw new Error(`${id} has no decision to make.`)
  const context = seatContextOf(game, state, seat)
  return {
    ...context,
    rules: rulebookOf(game),
    decision,
    events,
    get view(): View {
      return game.view(state, id)
    },
  }
}

/** Normalizes an answer: a bare choice, or `{ choice, why }`. */
export function normalizeAnswer(answer: unknown): { readonly choice: unknown; readonly why?: string } {
  if (typeof answer !== 'object' || answer === null || !('choice' in answer)) return { choice: answer }
  const why = 'why' in answer && typeof answer.why === 'string' ? { why: answer.why } : {}
  return { choice: answer.choice, ...why }
}

function guarded<T>(spec: string, asked: string | (() => string), run: () => T): T {
  try {
    return run()
  } catch (error) {
    throw failed(spec, typeof asked === 'string' ? asked : asked(), error)
  }
}

function failed(spec: string, asked: string, error: unknown): AgentFailed {
  if (error instanceof AgentFailed) return error
  const how = error instanceof IllegalChoice ? 'gave an illegal answer' : 'failed'
  return new AgentFailed(`${spec}, asked ${asked}, ${how}: ${reasonOf(error, spec)}`)
}

/** Returns the message of an error, and where in the module it was thrown. */
function reasonOf(error: unknown, file: string): string {
  const message = messageOf(error)
  if (error instanceof IllegalChoice || !(error instanceof Error)) return message
  const name = file.split('/').at(-1)?.split(':')[0] ?? file
  const line = error.stack?.split('\n').find((frame) => frame.includes(`${name}:`))
  const place = line === undefined ? undefined : /([^/(\s]+:\d+:\d+)\)?$/.exec(line)?.[1]
  return place === undefined ? message : `${message} (${place})`
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
