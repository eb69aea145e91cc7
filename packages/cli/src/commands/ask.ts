import { readFileSync } from 'node:fs'
import { choiceOfPicks, makeAgent } from '@ludoforge/agents'
import { setUpPosition } from '@ludoforge/compiler'
import type { Choice } from '@ludoforge/kernel'
import { type BotOptions, checkAgent, loadNamed } from '../agents.js'
import { findGame, load } from '../games.js'
import { readSeed } from '../settings.js'
import type { Terminal } from '../terminal/terminal.js'
import { EXIT, UsageError } from '../usage.js'

export interface AskOptions extends BotOptions {
  readonly agent: string
  readonly given?: string
  readonly position?: string
  readonly seed: string
  readonly json: boolean
}

/** Sets up a position from text, asks an agent for its answer there, and prints the answer. */
export async function ask(name: string, options: AskOptions, terminal: Terminal): Promise<number> {
  await loadNamed([options.agent], options)
  checkAgent(options.agent)
  const game = await load(findGame(name))
  const state = setUpPosition(game, textOf(options))
  const [seat] = game.deciding(state)
  const id = seat === undefined ? undefined : game.def.seats[seat]?.id
  const decision = id === undefined ? undefined : game.decision(state, id)
  if (seat === undefined || id === undefined || decision === undefined)
    throw new UsageError('Nobody has to decide in this position. Start from a scenario: "given the start".')
  const agent = makeAgent(options.agent, readSeed(options.seed))
  const picks = (await agent.think?.(game, state, seat, {})) ?? agent.choose(game, state, seat)
  const choice = choiceOfPicks(decision, picks)
  const why = (agent.why?.(state) ?? []).map(({ text }) => text)
  if (options.json) terminal.out(JSON.stringify({ seat: id, name: decision.name, choice, why }))
  else terminal.out([`${id} chooses ${wordsOf(choice)}`, ...why.map((text) => `  ${text}`)].join('\n'))
  agent.end?.(game)
  return EXIT.ok
}

function textOf({ given, position }: AskOptions): string {
  if (given !== undefined && position !== undefined)
    throw new UsageError('Pass the position once: as a text (--given) or as a file (--position).')
  if (position === undefined) return `given ${given ?? 'the start'}`
  try {
    return readFileSync(position, 'utf8')
  } catch (error) {
    throw new UsageError(`Can't read ${position}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** The choice as an example writes it. */
function wordsOf(choice: Choice): string {
  if (typeof choice === 'object' && 'offer' in choice) return choice.offer
  if (typeof choice === 'object' && 'throughout' in choice) return `${choice.throughout} throughout`
  const ids = [choice].flat()
  return ids.length === 0 ? 'nothing' : ids.join(', ')
}
