/** Counts the engine's work, and measures the time it spent and the time it waited. */
export class Stats {
  asks = 0
  lines = 0
  frames = 0
  errors = 0
  /** Decisions of the program, and of agents in `play` and `playouts`. */
  decided = 0
  played = 0
  games = 0 // started, forked and restored
  readonly #began = performance.now()
  readonly #spent = process.cpuUsage()
  #busy = 0
  #since: number | undefined

  /** Starts the clock when input arrives. */
  work(): void {
    this.#since = performance.now()
  }

  /** Stops the clock when all input is answered. */
  rest(): void {
    if (this.#since === undefined) return
    this.#busy += performance.now() - this.#since
    this.#since = undefined
  }

  summary() {
    const now = performance.now()
    const busy = (this.#busy + (this.#since === undefined ? 0 : now - this.#since)) / 1000
    const seconds = (now - this.#began) / 1000
    const { user, system } = process.cpuUsage(this.#spent)
    const { asks, lines, frames, errors, decided, played, games } = this
    const decisions = decided + played
    return {
      asks,
      lines,
      frames,
      errors,
      decisions: { all: decisions, yours: decided, agents: played },
      games,
      seconds: {
        all: round(seconds),
        engine: round(busy),
        waiting: round(seconds - busy),
        processor: round((user + system) / 1e6),
      },
      perSecond: { asks: rate(asks, seconds), decisions: rate(decisions, seconds) },
      perSecondOfEngine: { asks: rate(asks, busy), decisions: rate(decisions, busy) },
    }
  }
}

export type StatsSummary = ReturnType<Stats['summary']>

/** The summary as text. */
export function statsLines(summary: StatsSummary): string[] {
  const { asks, lines, frames, errors, decisions, games, seconds, perSecond, perSecondOfEngine } = summary
  const share = seconds.all === 0 ? 0 : Math.round((100 * seconds.engine) / seconds.all)
  const n = (value: number): string => value.toLocaleString('en-US')
  return [
    `${n(asks)} requests in ${n(lines)} lines${frames > 0 ? `, ${n(frames)} frames` : ''}, ${n(errors)} refused; ${n(games)} games`,
    `${n(decisions.all)} decisions: ${n(decisions.yours)} by the program, ${n(decisions.agents)} by agents`,
    `${n(perSecond.asks)} requests/s, ${n(perSecond.decisions)} decisions/s in ${seconds.all.toFixed(1)} s`,
    `${share} % of the time in the engine, at ${n(perSecondOfEngine.asks)} requests/s and ${n(perSecondOfEngine.decisions)} decisions/s`,
  ]
}

const round = (value: number): number => Math.round(value * 1000) / 1000
const rate = (count: number, seconds: number): number => (seconds === 0 ? 0 : Math.round(count / seconds))
