import { Rng } from '@ludoforge/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { comesBefore, FairQueue, type JobOwner, UsedTime } from '../src/bots/fair-queue.js'

interface Job {
  readonly order: number
  readonly owner: JobOwner
}

/** The jobs of a person who waits for a turn at an address. */
interface Turn {
  readonly owner: JobOwner
  readonly jobs: Job[]
}

/** The queue by its definition: the first jobs of all addresses are compared each time. */
class PlainQueue {
  #turns: Turn[] = [] // in the order of turns, of all addresses

  constructor(private readonly used: UsedTime) {}

  #turnOf = ({ owner }: Job): Turn | undefined =>
    this.#turns.find((turn) => turn.owner.address === owner.address && turn.owner.person === owner.person)

  push(job: Job): void {
    const turn = this.#turnOf(job)
    if (turn === undefined) this.#turns.push({ owner: job.owner, jobs: [job] })
    else turn.jobs.push(job)
  }

  unshift(job: Job): void {
    const turn = this.#turnOf(job)
    const others = this.#turns.filter((other) => other !== turn)
    this.#turns = [{ owner: job.owner, jobs: [job, ...(turn?.jobs ?? [])] }, ...others]
  }

  get head(): Job | undefined {
    const firstTurns = this.#turns.filter(
      ({ owner }, i) => this.#turns.findIndex((turn) => turn.owner.address === owner.address) === i,
    )
    return firstTurns
      .flatMap(({ jobs }) => jobs.slice(0, 1))
      .toSorted((a, b) => (comesBefore(a, b, this.used) ? -1 : 1))[0]
  }

  shift(): Job | undefined {
    const job = this.head
    if (job === undefined) return undefined
    const turn = this.#turnOf(job)
    const rest = turn?.jobs.slice(1) ?? []
    this.#turns = this.#turns.filter((other) => other !== turn)
    if (rest.length > 0) this.#turns.push({ owner: job.owner, jobs: rest })
    return job
  }

  remove(job: Job): void {
    const jobs = this.#turnOf(job)?.jobs ?? []
    jobs.splice(jobs.indexOf(job), 1)
    this.#turns = this.#turns.filter((turn) => turn.jobs.length > 0)
  }
}

describe('a fair queue', () => {
  it('gives the jobs in the order of its definition, whatever happens in between', () => {
    const property = fc.property(fc.nat(), (seed) => {
      const rng = new Rng(seed)
      let now = 0
      const used = new UsedTime(() => now)
      const [queue, plain] = [new FairQueue<Job>(used), new PlainQueue(used)]
      const waiting: Job[] = []
      for (let order = 1; order <= 300; order += 1) {
        const owner = { address: `a${rng.below(6)}`, person: `p${rng.below(3)}` }
        const what = rng.below(10)
        if (what < 4) {
          const job = { order, owner }
          queue.push(job)
          plain.push(job)
          waiting.push(job)
        } else if (what < 7) {
          const job = queue.shift()
          expect(job).toBe(plain.shift())
          if (job !== undefined) waiting.splice(waiting.indexOf(job), 1)
          if (job !== undefined && rng.below(4) === 0) {
            queue.unshift(job)
            plain.unshift(job)
            waiting.push(job)
          }
        } else if (what === 7) {
          const job = waiting.splice(rng.below(Math.max(1, waiting.length)), 1)[0]
          if (job === undefined) continue
          expect(queue.remove(job)).toBe(true)
          expect(queue.remove(job)).toBe(false)
          plain.remove(job)
        } else if (what === 8) used.add(owner.address, rng.below(50))
        else now += rng.below(20_000)
        expect(queue.head).toBe(plain.head)
        expect(queue.size).toBe(waiting.length)
      }
    })
    fc.assert(property, { numRuns: 50 })
  })

  it('looks at few of many addresses to find the next job', () => {
    const used = new UsedTime(() => 0)
    const queue = new FairQueue<Job>(used)
    for (let order = 1; order <= 5000; order += 1)
      queue.push({ order, owner: { address: `a${order}`, person: 'p' } })
    let looked = 0
    const of = used.of.bind(used)
    used.of = (address) => ((looked += 1), of(address))
    for (let n = 0; n < 1000; n += 1) {
      const job = queue.shift()
      used.add(job?.owner.address ?? '', 5)
      expect(queue.head?.order).toBe(n + 2)
    }
    expect(looked).toBeLessThan(20_000)
  })
})
