/**
 * Benchmarks of a board: time from a new position to its paint, and dropped frames while pieces move, and while the board is
 * panned and zoomed. `npm run bench:web -- GAME`
 */
import { loadavg } from 'node:os'
import type { Page } from 'playwright-core'
import { filmOf, openBoard } from './boards.js'
import { launch } from './chromium.js'

const game = process.argv[2] ?? 'fire-in-the-lake'
const FRAME = 1000 / 60
const STEPS = 120

const film = await filmOf(game, { decisions: 320, every: 4 })
const browser = await launch()
const page = await openBoard(
  {
    visit: async (url, options = {}) => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
      const opened = await context.newPage()
      await opened.goto(url)
      return { page: opened, wrong: [] }
    },
  },
  film,
)

/** The CPU time of all browser processes in milliseconds. It stays comparable on a busy machine. */
const system = await browser.newBrowserCDPSession()
async function busy(): Promise<number> {
  const { processInfo } = await system.send('SystemInfo.getProcessInfo')
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime * 1000, 0)
}
async function costs<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly cost: number }> {
  const from = await busy()
  const result = await work()
  return { result, cost: (await busy()) - from }
}

const rounded = (n: number): string => n.toFixed(1)
const say = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

function spread(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  return `median ${rounded(at(0.5))} ms, 95 % within ${rounded(at(0.95))} ms, most ${rounded(at(1))} ms`
}

/** The times between frames while `work` runs in the page. */
function frames(open: Page, work: string): Promise<number[]> {
  return open.evaluate(`(async () => {
    const times = []
    let last
    let going = true
    const tick = (now) => {
      if (last !== undefined) times.push(now - last)
      last = now
      if (going) requestAnimationFrame(tick)
    }
    requestAnimationFrame(tick)
    await (${work})()
    going = false
    return times
  })()`)
}

function lost(times: readonly number[]): string {
  const all = times.reduce((sum, time) => sum + Math.max(1, Math.round(time / FRAME)), 0)
  const missed = all - times.length
  return `${missed} of ${all} frames lost (${rounded((100 * missed) / Math.max(1, all))} %), longest ${rounded(Math.max(0, ...times))} ms`
}

const last = film.positions.length - 1
const elements = await page.evaluate('document.querySelectorAll(".bd-svg *").length')
say(
  `${game}: ${film.positions.length} positions, ${String(elements)} elements, load ${rounded(loadavg()[0] ?? 0)}`,
)

const painting = await costs(async () => {
  const times: number[] = []
  for (let at = 1; at <= last; at++) times.push(await page.evaluate(`stage.painted(${at})`))
  return times
})
say(
  `from a new position to its paint: ${spread(painting.result)}; processor ${rounded(painting.cost / last)} ms each`,
)

await page.evaluate('stage.set({ speed: 2 })')
const moving = await costs(() =>
  frames(
    page,
    `async () => {
    for (let at = 1; at <= ${Math.min(last, 24)}; at++) {
      stage.show(at)
      await new Promise((resolve) => setTimeout(resolve, 60))
      while (document.querySelector('.bd-flights > g') !== null) await new Promise((resolve) => setTimeout(resolve, 30))
    }
  }`,
  ),
)
say(
  `pieces moving: ${lost(moving.result)}; processor ${rounded(moving.cost / Math.min(last, 24))} ms a position`,
)

const panning = await costs(() =>
  frames(
    page,
    `async () => {
    const board = document.querySelector('.bd-svg')
    const { left, top } = document.querySelector('.bd-stage').getBoundingClientRect()
    const mouse = (type, x, y) => new MouseEvent(type, { clientX: left + x, clientY: top + y, bubbles: true, cancelable: true, view: window })
    board.dispatchEvent(mouse('mousedown', 300, 400))
    for (let n = 1; n <= ${STEPS}; n++) {
      const part = n / ${STEPS / 2}
      window.dispatchEvent(mouse('mousemove', 300, 400 - 250 * (part < 1 ? part : 2 - part)))
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    window.dispatchEvent(mouse('mouseup', 300, 400))
  }`,
  ),
)
say(`panning up and down: ${lost(panning.result)}; processor ${rounded(panning.cost / STEPS)} ms a step`)

const zooming = await costs(() =>
  frames(
    page,
    `async () => {
    const board = document.querySelector('.bd-svg')
    const { left, top, width, height } = board.getBoundingClientRect()
    for (let n = 0; n < ${STEPS}; n++) {
      const at = { clientX: left + width / 2, clientY: top + height / 2, bubbles: true, cancelable: true }
      board.dispatchEvent(new WheelEvent('wheel', { deltaY: n < ${STEPS / 2} ? -25 : 25, ...at }))
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
  }`,
  ),
)
say(`zooming in and out: ${lost(zooming.result)}; processor ${rounded(zooming.cost / STEPS)} ms a step`)
await browser.close()
