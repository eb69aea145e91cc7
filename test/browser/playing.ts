/** Players in a browser, with the mouse or with the keyboard only. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { choiceOfPicks, makeAgent } from '@ludoforge/agents'
import { callEndpoint } from '@ludoforge/client'
import type { Decision, Game } from '@ludoforge/kernel'
import { TRACE_FORMAT, type TraceDecision, traceText } from '@ludoforge/play'

import type { BrowserContextOptions, Page } from 'playwright-core'
import type { TestBrowser } from './support.js'

type Seats = Readonly<Record<string, 'me' | 'open' | { readonly bot: string }>>

export interface AtTable {
  readonly page: Page
  readonly wrong: string[] // as in a visit
  readonly id: string
  readonly key: string
}

/** Creates a table through the API, and opens it as its host. */
export async function sitDown(
  people: TestBrowser,
  url: string,
  table: { readonly game: string; readonly seats: Seats; readonly scenario?: string },
  options: BrowserContextOptions = {},
): Promise<AtTable> {
  const made = await callEndpoint(url, 'makeTable', { body: { you: 'Ada', ...table } })
  return sitAt(people, url, made.table.id, made.key, options)
}

/** Does the same for a game in progress, given its decisions so far. */
export async function goOn(
  people: TestBrowser,
  url: string,
  begun: Begun & { readonly seats: Seats },
  options: BrowserContextOptions = {},
): Promise<AtTable> {
  const { id, key } = await uploaded(url, begun)
  return sitAt(people, url, id, key, options)
}

/** Creates the table of a game in progress through the API. */
export async function uploaded(
  url: string,
  { game, scenario, seed, decisions = [], seats }: Begun & { readonly seats: Seats },
): Promise<{ readonly id: string; readonly key: string }> {
  const header = {
    format: TRACE_FORMAT,
    game: game.def.id,
    path: game.def.id,
    fingerprint: game.fingerprint,
    scenario: scenario ?? game.def.scenarios[0]?.id ?? '',
    seed,
    options: {},
    seats: Object.fromEntries(game.def.seats.map(({ id }) => [id, 'human'])),
    hash: game.hash(game.start({ seed, ...(scenario === undefined ? {} : { scenario }) })),
  } as const
  const { table, key } = await callEndpoint(url, 'upload', {
    body: { you: 'Ada', seats, save: traceText(header, decisions) },
  })
  return { id: table.id, key }
}

export interface Begun {
  readonly game: Game
  readonly scenario?: string
  readonly seed: number | string
  readonly decisions?: readonly TraceDecision[]
}

/** Plays a game by bots, random ones by default, up to a question that a test wants. */
export function until(
  game: Game,
  wanted: (decision: Decision) => boolean,
  bot = 'random',
  scenario?: string,
): Begun {
  const begins = scenario === undefined ? {} : { scenario }
  for (let seed = 1; seed < 30; seed += 1) {
    const { decisions, reached } = playedUntil(game, { seed, ...begins }, bot, wanted)
    if (reached) return { game, seed, decisions, ...begins }
  }
  throw new Error('No game reached such a question.')
}

/** Plays a random game to its end, and stops at one of the last questions of a seat. */
export function nearEnd(game: Game, seat: string, left = 2): Begun {
  const seed = 1
  const { decisions } = playedUntil(game, { seed }, 'random', () => false)
  const own = decisions.flatMap((decision, i) => (decision.seat === seat ? [i] : []))
  return { game, seed, decisions: decisions.slice(0, own.at(-left)) }
}

function playedUntil(
  game: Game,
  start: { readonly seed: number; readonly scenario?: string },
  bot: string,
  wanted: (decision: Decision) => boolean,
): { readonly decisions: readonly TraceDecision[]; readonly reached: boolean } {
  const agent = makeAgent(bot, start.seed)
  const decisions: TraceDecision[] = []
  let state = game.start(start)
  for (let n = 1; n < 400; n += 1) {
    const decision = game.decision(state)
    if (decision === undefined) break
    if (wanted(decision)) return { decisions, reached: true }
    const index = game.def.seats.findIndex(({ id }) => id === decision.seat)
    const choice = choiceOfPicks(decision, agent.choose(game, state, index))
    state = game.decide(state, choice)
    decisions.push({ n, seat: decision.seat, name: decision.name, choice, hash: game.hash(state) })
  }
  return { decisions, reached: false }
}

/** Turns animation off, unless a test needs it, and the service worker, which would store the whole page at each visit. */
export async function sitAt(
  people: TestBrowser,
  url: string,
  id: string,
  key: string | undefined,
  options: BrowserContextOptions = {},
): Promise<AtTable> {
  const keys = { state: { keys: key === undefined ? {} : { [id]: key } }, version: 0 }
  const { page, wrong } = await people.visit(
    `${url}/#/table/${id}`,
    { reducedMotion: 'reduce', serviceWorkers: 'block', ...options },
    { 'ludoforge/keys': JSON.stringify(keys) },
  )
  await page.locator('.table-page').waitFor()
  return { page, wrong, id, key: key ?? '' }
}

/** The id of the current question. It changes with every question. */
export async function asked(page: Page): Promise<string> {
  return (await page.locator('.table-page').getAttribute('data-asked')) ?? ''
}

/** Waits for the next question, or the end of the game. */
export async function settled(page: Page, before: string): Promise<'asked' | 'over'> {
  const other = `.table-page:not([data-asked=""], [data-asked=${JSON.stringify(before)}])`
  await page.locator(`.end, ${other}`).first().waitFor({ state: 'attached' })
  return (await page.locator('.end').count()) > 0 ? 'over' : 'asked'
}

/** Answers the current question. */
type Hand = (page: Page, turn: number) => Promise<void>

/** Answers with the mouse: marks options, starting from a different one each time, then clicks the button. */
export const byMouse: Hand = async (page, turn) => {
  const curtain = page.getByRole('button', { name: 'Show the board', exact: true })
  if ((await curtain.count()) > 0) await curtain.click()
  const sheet = page.locator('.phone-sheet.low .peek .yes')
  if ((await sheet.count()) > 0) await sheet.click()
  const options = page.locator('.options [data-option]:not([aria-disabled])')
  const confirm = page.locator('[data-confirm]')
  await page.locator(`.end, [data-confirm]:enabled`).or(options).first().waitFor()
  const count = await options.count()
  const isMarked = (await page.locator('.options [aria-pressed=true]').count()) > 0 // the likely answer is
  if (count > 0 && !isMarked) await options.nth(turn % count).click()
  for (let n = 0; n < 20; n += 1) {
    if ((await confirm.count()) === 0) {
      const decline = page.locator('[data-decline]')
      if (count === 0 && (await decline.count()) > 0) await decline.click()
      return
    }
    if (await confirm.isEnabled()) {
      await confirm.click()
      return
    }
    const left = await options.count()
    if (left === 0) {
      // Only extra actions are offered: the answer is none of them. Otherwise the answer has been sent.
      const decline = page.locator('[data-decline]:enabled')
      if ((await decline.count()) > 0) await decline.click()
      return
    }
    await options.nth(n % left).click()
  }
}

/** Answers with the keyboard: a digit, or arrows and Enter, mark an option, and Enter confirms. */
export const byKeys: Hand = async (page, turn) => {
  if ((await page.getByRole('button', { name: 'Show the board', exact: true }).count()) > 0)
    await page.keyboard.press('Enter')
  const before = await asked(page)
  const count = await page.locator('.options [data-option]').count()
  if (count > 0 && turn % 2 === 0) {
    const key = await page
      .locator('.options [data-option]')
      .nth(turn % count)
      .getAttribute('aria-keyshortcuts')
    if (key !== null) await page.keyboard.press(key)
    else await page.keyboard.press('ArrowDown').then(() => page.keyboard.press('Enter'))
  } else if (count > 0) {
    for (let n = 0; n <= turn % Math.min(count, 4); n += 1) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
  }
  for (let n = 0; n < 20; n += 1) {
    const confirm = page.locator('[data-confirm]')
    if ((await asked(page)) !== before || (await confirm.count()) === 0) return
    if (await confirm.isEnabled()) {
      await page.keyboard.press('Enter')
      return
    }
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
  }
}

/** Marks the option with this key, and confirms it. */
export async function answerByKey(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key)
  await page.locator('.options [data-option]:focus[aria-pressed=true]').waitFor()
  await page.keyboard.press('Enter')
}

/** Plays to the end. Returns the number of answers. */
export async function playOut(page: Page, hand: Hand, most = 400): Promise<number> {
  let before = ''
  for (let turn = 0; turn < most; turn += 1) {
    if ((await settled(page, before)) === 'over') return turn
    before = await asked(page)
    await hand(page, turn)
  }
  throw new Error(`The game did not end within ${most} answers.`)
}

export interface Wire {
  readonly url: string
  /** Cuts all connections, and refuses new ones until it is mended. */
  cut(): void
  mend(): void
  close(): Promise<void>
}

/** A proxy to a server whose connections can be cut. */
export async function wireTo(url: string): Promise<Wire> {
  const { port, hostname } = new URL(url)
  const open = new Set<Socket>()
  let down = false
  const line = createServer((near) => {
    if (down) {
      near.destroy()
      return
    }
    const far = connect(Number(port), hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from)
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        open.delete(from)
        to.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => {
    line.listen(0, '127.0.0.1', resolve)
  })
  const cut = (): void => {
    down = true
    for (const socket of open) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${(line.address() as AddressInfo).port}`,
    cut,
    mend: () => {
      down = false
    },
    close: async () => {
      cut()
      await new Promise((resolve) => {
        line.close(resolve)
      })
    },
  }
}
