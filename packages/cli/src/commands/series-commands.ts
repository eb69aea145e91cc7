/** The commands that play or solve many games: `sim`, `tournament`, `worker`, `runs`, `learn` and `solve`. */
import { AGENT_NAMES } from '@ludoforge/agents'
import { withBots } from '../agents.js'
import { VERSION } from '../version.js'
import { learn, type LearnOptions, RANDOM_PERCENT } from './learn.js'
import { type ProgramParts, withGameOptions, withSeriesOptions } from './program-parts.js'
import type { RunsOptions } from './runs.js'
import { withQueue, withQueueRunOptions } from './runs/options.js'
import { sim, type SimOptions } from './sim.js'
import { METHODS, SAMPLES, type SolveOptions, solve } from './solve.js'
import { tournament, type TournamentOptions } from './tournament.js'
import type { WorkerOptions } from './worker.js'

interface SeriesParts extends ProgramParts {
  /** The game in the examples of the help. */
  readonly example: string
}

export function addSeriesCommands(parts: SeriesParts): void {
  addSim(parts)
  addTournament(parts)
  addQueue(parts)
  addLearn(parts)
  addSolve(parts)
}

function addSim({ add, call, example, done, terminal }: SeriesParts): void {
  const simCommand = add(
    'sim',
    'let bots play many games and print statistics',
    `
Game 0 uses the seed itself. Every other game combines it with its own number. If a game fails, its seed is printed.
"${call} sim GAME --games 1 --seed SEED" plays that game again.

Examples:
  ${call} sim ${example} --games 10000
  ${call} sim ${example} --games 100 --agents greedy,random --json`,
  )
    .argument('<game>')
    .option('-n, --games <n>', 'number of games', '100')
    .option('-a, --agents <names>', 'one agent for all seats, or one per seat, comma-separated', 'random')
    .option('--check', 'also verify saves, hashes and views while playing (slower)', false)
    .option('--actions', 'also print how often each action was started', false)
    .option('--json', 'print the statistics as JSON', false)
  withBots(withQueueRunOptions(withSeriesOptions(simCommand))).action(
    async (name: string, options: SimOptions) => done(await sim(name, options, VERSION, terminal)),
  )
}

function addTournament({ add, call, example, done, terminal }: SeriesParts): void {
  const tournamentCommand = add(
    'tournament',
    'let agents play against each other and rate their strength',
    `
Every agent plays the same deals in every seat. --agents A,B,C plays every combination of them. With --against D,
each of them plays alone against agents D. An agent can take an argument: policy:NAME. If a game fails, its seed is
printed with the command that plays it again. docs/tournaments.md explains the table.

Examples:
  ${call} tournament ${example} --agents random,greedy --games 200
  ${call} tournament ${example} --agents greedy --against random --plot ${example}.svg`,
  )
    .argument('<game>')
    .requiredOption('-a, --agents <names>', `the agents to rate, comma-separated: ${AGENT_NAMES.join(', ')}`)
    .option('--against <name>', 'the agent in all other seats (default: every combination of --agents)')
    .option('--seats <names>', 'with --against: rate them in these seats only, comma-separated')
    .option('-n, --games <n>', 'games per agent and seat', '100')
    .option('--plot <file.svg>', 'write a plot of the win rates with their intervals')
    .option('--json', 'print the result as JSON', false)
  withBots(withQueueRunOptions(withSeriesOptions(tournamentCommand))).action(
    async (name: string, options: TournamentOptions) =>
      done(await tournament(name, options, VERSION, terminal)),
  )
}

function addQueue({ add, call, done, terminal }: SeriesParts): void {
  withBots(
    withQueue(
      add(
        'worker',
        'play games from a queue',
        `
Workers on any number of machines share the games of "sim --queue" and "tournament --queue". All of them must run the
same version. See docs/many-machines.md.

Examples:
  ${call} worker --queue postgres://user:password@db/ludoforge
  ${call} worker --queue postgres://user:password@db/ludoforge --jobs 4`,
      ),
    ),
  )
    .option('-j, --jobs <n>', 'threads (default: all cores)')
    .action(async (options: WorkerOptions) => {
      const { worker } = await import('./worker.js') // loaded only here: most commands don't need it
      done(await worker(options, VERSION, terminal))
    })

  withQueue(
    add(
      'runs',
      'list, show, resume or delete the runs of a queue',
      `
  list        the runs and their progress
  show ID     the settings of a run, and its results so far
  resume ID   continue a run where it stopped
  delete ID   delete a run and its results

Examples:
  ${call} runs
  ${call} runs resume 3f9a6c01d2`,
    )
      .argument('[what]', 'list, show, resume or delete', 'list')
      .argument('[id]', 'the id of a run'),
  )
    .option('--actions', 'show: also print how often each action was started', false)
    .option('--json', 'print the output as JSON', false)
    .option('--progress <how>', 'resume: "json" prints progress as JSON lines on standard error')
    .action(async (what: string, id: string | undefined, options: RunsOptions) => {
      const { runs } = await import('./runs.js')
      done(await runs(what, id, options, VERSION, terminal))
    })
}

function addLearn({ add, call, done, terminal }: SeriesParts): void {
  const learnCommand = add(
    'learn',
    'fit the weights of the features to the results of games',
    `
Bots play games, and a regression fits weights for the features the game declares. The weights are written to the
game's folder, where its rules read them. docs/bots.md explains them. Every seat plays its default agent. With
--agents, every seat of every game plays one of them, at random.

Examples:
  ${call} learn my-game --games 400
  ${call} learn my-game --agents greedy,random --out weights.yaml`,
  )
    .argument('<game>')
    .option('-n, --games <n>', 'number of games', '200')
    .option('-a, --agents <names>', `the agents that play, comma-separated: ${AGENT_NAMES.join(', ')}`)
    .option('--by <what>', 'what to predict: margin (the lead at the end) or win', 'margin')
    .option('--random-percent <n>', 'percentage of decisions made at random, for variety', RANDOM_PERCENT)
    .option('-o, --out <file>', 'the file to write (default: weights.yaml in the folder of the game)')
    .option('--json', 'print the result as JSON', false)
  withBots(withSeriesOptions(learnCommand)).action(async (name: string, options: LearnOptions) =>
    done(await learn(name, options, VERSION, terminal)),
  )
}

function addSolve({ add, call, example, done, terminal }: SeriesParts): void {
  const solveCommand = add(
    'solve',
    'solve a small game of two seats, or measure how exploitable an agent is',
    `
Without --method, a game that hides information is solved by cfr+, one with dice by expectiminimax, any other by
minimax. With --out, the policy is saved; the agent solved:FILE plays it. docs/solving.md explains the results.

Examples:
  ${call} solve ${example}
  ${call} solve my-game --iterations 10000 --out my-policy.json
  ${call} solve my-game --agent policy`,
  )
    .argument('<game>')
    .option('-m, --method <name>', `the method: ${METHODS.join(', ')}`)
    .option('--iterations <n>', 'iterations of cfr+ (default: 1000) or external-sampling (default: 20000)')
    .option('--seconds <n>', 'stop after this time')
    .option('-a, --agent <name>', 'measure the exploitability of this agent instead')
    .option('--samples <n>', 'with --agent: decisions to sample in each information state', SAMPLES)
    .option(
      '--payoff <what>',
      'what a seat maximizes: score or result (default: score, if the game has scores)',
    )
    .option('--seed <seed>', 'seed of the random numbers, for external-sampling', '1')
    .option('-o, --out <file>', 'save the policy to this file')
    .option('--json', 'print the result as JSON', false)
  withBots(withGameOptions(solveCommand)).action(async (name: string, options: SolveOptions) =>
    done(await solve(name, options, VERSION, terminal)),
  )
}
