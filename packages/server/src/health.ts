/** The health of a server. It queries the store now and then, so a check never waits for it. */
import type { Db } from './store/index.js'

const PROBE_MS = 2000
const LATE_MS = 5000 // a store that needs longer counts as failed

export interface HealthStatus {
  readonly ok: boolean
  readonly problem?: string
}

export class HealthMonitor {
  #timer: NodeJS.Timeout | undefined
  #problem: string | undefined
  #asked = 0 // when the open query was sent; 0 if none is open
  #isClosing = false

  constructor(
    private readonly db: Db,
    private readonly probeMs = PROBE_MS,
  ) {}

  start(): void {
    this.#timer = setInterval(() => void this.#probe(), this.probeMs)
    this.#timer.unref()
  }

  async #probe(): Promise<void> {
    if (this.#asked !== 0) return
    this.#asked = performance.now()
    try {
      await this.db.selectFrom('tables').select('id').limit(1).execute()
      this.#problem = undefined
    } catch {
      this.#problem = 'The database fails. The log says why.'
    } finally {
      this.#asked = 0
    }
  }

  get status(): HealthStatus {
    if (this.#isClosing) return { ok: false, problem: 'The server is closing.' }
    if (this.#problem !== undefined) return { ok: false, problem: this.#problem }
    if (this.#asked !== 0 && performance.now() - this.#asked > LATE_MS)
      return { ok: false, problem: 'The database does not answer.' }
    return { ok: true }
  }

  /** From now on the server is not healthy, so that a load balancer sends nobody here. */
  closing(): void {
    this.#isClosing = true
    clearInterval(this.#timer)
  }
}
