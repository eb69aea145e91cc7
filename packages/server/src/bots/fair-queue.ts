/** Shares the time of the bot threads fairly between addresses, and between the people of an address. */
import { BinaryHeap } from './binary-heap.js'

/** Who caused a job: the address, and a person or account there. */
export interface JobOwner {
  readonly address: string
  readonly person: string
}

export interface OwnedJob {
  readonly order: number // of arrival
  readonly owner: JobOwner
}

const HALF_LIFE_MS = 30_000

/** The thinking time that each address has used lately: it halves every 30 seconds. */
export class UsedTime {
  readonly #ms = new Map<string, number>()
  #halved: number
  #halvings = 0

  constructor(private readonly now: () => number = () => performance.now()) {
    this.#halved = this.now()
  }

  of(address: string): number {
    this.#halve()
    return this.#ms.get(address) ?? 0
  }

  add(address: string, ms: number): void {
    this.#halve()
    this.#ms.set(address, (this.#ms.get(address) ?? 0) + ms)
  }

  /** How often all times were halved. In between they only grow. */
  get halvings(): number {
    this.#halve()
    return this.#halvings
  }

  #halve(): void {
    const now = this.now()
    for (; now - this.#halved >= HALF_LIFE_MS; this.#halved += HALF_LIFE_MS) {
      this.#halvings += 1
      for (const [address, ms] of this.#ms)
        if (ms < 2) this.#ms.delete(address)
        else this.#ms.set(address, ms / 2)
    }
  }
}

/** The first job of an address when it was put in line, with the time that the address had used then. */
interface Place<J extends OwnedJob> {
  readonly job: J
  readonly ms: number
}

/** Waiting jobs. The address that has used the least time comes first; its people take turns, each oldest job first. */
export class FairQueue<J extends OwnedJob> {
  /** The jobs by address and person. The person whose turn it is comes first. */
  readonly #addresses = new Map<string, Map<string, J[]>>()
  /**
   * The addresses in line. A place may be outdated: the job isn't the first of its address any more, or the address has
   * used more time since. Times only grow until they are halved, so an outdated place is too far ahead, never too far
   * behind, and is corrected when it comes first.
   */
  readonly #line = new BinaryHeap<Place<J>>((one, other) =>
    one.ms === other.ms ? one.job.order < other.job.order : one.ms < other.ms,
  )
  #halvings = 0
  #size = 0

  constructor(private readonly used: UsedTime) {}

  get size(): number {
    return this.#size
  }

  push(job: J): void {
    const people = this.#peopleAt(job)
    const jobs = people.get(job.owner.person)
    if (jobs === undefined) people.set(job.owner.person, [job])
    else jobs.push(job)
    this.#size += 1
    if (this.#firstAt(job.owner.address) === job) this.#lineUp(job)
  }

  /** Puts a job back, before all others of its address. */
  unshift(job: J): void {
    const { address, person } = job.owner
    const people = this.#peopleAt(job)
    const jobs = [job, ...(people.get(person) ?? [])]
    people.delete(person)
    this.#addresses.set(address, new Map([[person, jobs], ...people]))
    this.#size += 1
    this.#lineUp(job)
  }

  #peopleAt({ owner: { address } }: J): Map<string, J[]> {
    const people = this.#addresses.get(address) ?? new Map<string, J[]>()
    this.#addresses.set(address, people)
    return people
  }

  #firstAt(address: string): J | undefined {
    const people = this.#addresses.get(address)
    if (people === undefined) return undefined
    for (const [job] of people.values()) return job
    return undefined
  }

  #lineUp(job: J | undefined): void {
    if (job !== undefined) this.#line.push({ job, ms: this.used.of(job.owner.address) })
  }

  /** Returns the next job, or `undefined` if none waits. */
  get head(): J | undefined {
    if (this.#size === 0) return undefined
    if (this.#halvings !== this.used.halvings) this.#lineUpAll()
    for (let place = this.#line.first; place !== undefined; place = this.#line.first) {
      const { job, ms } = place
      const isFirst = this.#firstAt(job.owner.address) === job
      if (isFirst && this.used.of(job.owner.address) === ms) return job
      this.#line.shift()
      if (isFirst) this.#lineUp(job)
    }
    return undefined
  }

  #lineUpAll(): void {
    this.#halvings = this.used.halvings
    this.#line.clear()
    for (const address of this.#addresses.keys()) this.#lineUp(this.#firstAt(address))
  }

  /** Takes the next job. Its person is the last of the address to have another turn. */
  shift(): J | undefined {
    const job = this.head
    if (job === undefined) return undefined
    const { address, person } = job.owner
    const people = this.#addresses.get(address)
    const rest = people?.get(person)?.slice(1) ?? []
    people?.delete(person)
    if (rest.length > 0) people?.set(person, rest)
    if (people?.size === 0) this.#addresses.delete(address)
    this.#size -= 1
    this.#line.shift()
    this.#lineUp(this.#firstAt(address))
    return job
  }

  /** Removes a job. Returns `false` if it isn't here. */
  remove(job: J): boolean {
    const { address, person } = job.owner
    const people = this.#addresses.get(address)
    const jobs = people?.get(person)
    const at = jobs?.indexOf(job) ?? -1
    if (people === undefined || jobs === undefined || at < 0) return false
    const first = this.#firstAt(address)
    jobs.splice(at, 1)
    if (jobs.length === 0) people.delete(person)
    if (people.size === 0) this.#addresses.delete(address)
    this.#size -= 1
    if (first === job) this.#lineUp(this.#firstAt(address))
    return true
  }

  /** Removes and returns all jobs. */
  clear(): J[] {
    const jobs = [...this.#addresses.values()].flatMap((people) => [...people.values()].flat())
    this.#addresses.clear()
    this.#line.clear()
    this.#size = 0
    return jobs
  }
}

/** Compares two jobs: less used time of the address first, then the older one. */
export function comesBefore(one: OwnedJob, other: OwnedJob, used: UsedTime): boolean {
  const [a, b] = [used.of(one.owner.address), used.of(other.owner.address)]
  return a === b ? one.order < other.order : a < b
}
