/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/** Measures a table page in pixels: what is too small, cut off, or on top of something else. */
import type { Page } from 'playwright-core'
import { gameOf } from '../support/games.js'
import { drawChoice } from '../support/play.js'
import { Rng } from '@ludoforge/kernel'
import type { TraceDecision } from '@ludoforge/play'
import { atRest } from './at-rest.js'
import type { Begun } from './playing.js'

/** The sizes that a table is laid out for: laptop, desktop, full HD, tablet, phone. */
export const SIZES = [
  [1280, 800],
  [1440, 900],
  [1920, 1080],
  [820, 1180],
  [390, 844],
] as const

/** The widest window that has a sheet in place of the panel beside the board. */
const PHONE_WIDTH = 600

type Size = (typeof SIZES)[number]

/** What a page shows. Lists are of what is wrong. */
interface Measures {
  /** The part of the window that is the stage. */
  readonly stage: number
  readonly smallTexts: readonly string[]
  readonly smallNames: readonly string[]
  readonly smallPieces: readonly string[]
  readonly lowRows: readonly string[]
  readonly overlaps: readonly string[]
  readonly cutOff: readonly string[]
  /** The options, and how many of them are in sight whole. */
  readonly options: number
  readonly inSight: number
}

/** Resizes the window, and measures the page when it has settled. */
async function measured(page: Page, [width, height]: Size): Promise<Measures> {
  await page.setViewportSize({ width, height })
  await page.locator('.phone-sheet').waitFor({ state: width <= PHONE_WIDTH ? 'attached' : 'detached' })
  await settledLayout(page)
  const choices = page.locator('.phone-sheet.low .peek .yes')
  if ((await choices.count()) > 0 && (await page.locator('.phone-sheet .question').count()) > 0) {
    const low = await measuredAtRest(page)
    await choices.click()
    await page.locator('.phone-sheet.up').waitFor()
    const up = await measuredAtRest(page)
    await page.locator('.grab').click()
    await page.locator('.phone-sheet.low').waitFor()
    return joined(low, up)
  }
  return measuredAtRest(page)
}

/** Measures the page until two measures in a row are the same. */
async function measuredAtRest(page: Page): Promise<Measures> {
  await settledLayout(page)
  for (let before = ''; ; ) {
    await atRest(page)
    const measures = await page.evaluate(measure)
    const now = JSON.stringify(measures)
    if (now === before) return measures
    before = now
  }
}

/** The least part of the window that the stage takes, by the width of the window. */
const SHARE: Readonly<Record<number, number>> = { 1280: 0.5, 1440: 0.5, 1920: 0.53, 820: 0.42, 390: 0.7 }

/** Returns what is wrong with a page at all sizes. */
export async function faults(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const size of SIZES) {
    const { stage, options, inSight, ...lists } = await measured(page, size)
    const share = SHARE[size[0]] ?? 0
    const wrong = [
      ...Object.entries(lists).flatMap(([name, all]) => all.map((one) => `${name}: ${one}`)),
      ...(inSight < Math.min(5, options) ? [`${inSight} of ${options} options are in sight`] : []),
      ...(stage < share ? [`the stage has ${stage.toFixed(2)} of the window, less than ${share}`] : []),
    ]
    found.push(...wrong.map((one) => `${size.join('x')}: ${one}`))
  }
  return found
}

/** On a phone, the sheet is measured low and up. The stage is that of the low sheet, the rows those of the other. */
const joined = (low: Measures, up: Measures): Measures => ({
  ...up,
  stage: low.stage,
  smallTexts: [...low.smallTexts, ...up.smallTexts],
  overlaps: [...low.overlaps, ...up.overlaps],
  cutOff: [...low.cutOff, ...up.cutOff],
})

/** Waits until two frames in a row look the same. */
export async function settledLayout(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let before = ''
        const look = (): void => {
          const boards = [...document.querySelectorAll('.bd-paper, .felt, .side-panel')]
          const now = boards
            .map(
              (one) =>
                `${one.getAttribute('data-scale') ?? ''} ${JSON.stringify(one.getBoundingClientRect())}`,
            )
            .join()
          if (now === before) resolve()
          else {
            before = now
            setTimeout(look, 180)
          }
        }
        setTimeout(look, 60)
      }),
  )
}

/** Runs in the page. */
function measure(): Measures {
  const [W, H] = [innerWidth, innerHeight]
  const isTouch = W < 1000
  const isUp = document.querySelector('.phone-sheet.up') !== null
  const all = (selector: string, root: ParentNode = document): HTMLElement[] => [
    ...root.querySelectorAll<HTMLElement>(selector),
  ]
  const isShown = (element: Element): boolean => {
    const box = element.getBoundingClientRect()
    return box.width > 1 && box.height > 1 && element.checkVisibility()
  }
  /** The part of an element that its scrolling ancestors leave in sight. */
  const visiblePart = (element: Element): DOMRect => {
    let { left, top, right, bottom } = element.getBoundingClientRect()
    for (let at = element.parentElement; at !== null; at = at.parentElement) {
      if (getComputedStyle(at).overflow === 'visible') continue
      const box = at.getBoundingClientRect()
      left = Math.max(left, box.left)
      top = Math.max(top, box.top)
      right = Math.min(right, box.right)
      bottom = Math.min(bottom, box.bottom)
    }
    return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top))
  }
  /** What scrolls may be out of sight. Above a sheet that is up, a felt scrolls as well. */
  const isInScroller = (element: Element): boolean => {
    for (let at = element.parentElement; at !== null; at = at.parentElement)
      if (/auto|scroll/.test(getComputedStyle(at).overflowY) && (isUp || !at.matches('.felt'))) return true
    return false
  }
  const named = (element: Element): string => {
    const text = (element.textContent ?? '').trim().slice(0, 30)
    return `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} "${text}"`
  }

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const smallTexts: string[] = []
  while (texts.nextNode() !== null) {
    const element = texts.currentNode.parentElement
    if (element === null || element.closest('svg, .unseen, .skip') !== null) continue
    if ((texts.currentNode.textContent ?? '').trim() === '' || !isShown(element)) continue
    const size = Number.parseFloat(getComputedStyle(element).fontSize)
    if (size < 12.95) smallTexts.push(`${size} px: ${named(element)}`)
  }

  const stage = document.querySelector('.stage')?.getBoundingClientRect() ?? new DOMRect()
  const inStage = (box: DOMRect): boolean =>
    box.right > stage.left && box.left < stage.right && box.bottom > stage.top && box.top < stage.bottom
  const smallNames = [
    ...document.querySelectorAll<SVGTextElement>('.bd-contents text, .bd-name text'),
  ].flatMap((text) => {
    const scale = text.getScreenCTM()?.a ?? 0
    const size = Number.parseFloat(getComputedStyle(text).fontSize) * Math.abs(scale)
    return inStage(text.getBoundingClientRect()) && size < 10.95
      ? [`${size.toFixed(1)} px: ${named(text)}`]
      : []
  })
  const smallPieces = [...document.querySelectorAll('.bd-contents use')].flatMap((piece) => {
    const box = piece.getBoundingClientRect()
    const size = Math.max(box.width, box.height)
    return inStage(box) && size < 17.9 ? [`${size.toFixed(1)} px: ${piece.getAttribute('href') ?? ''}`] : []
  })

  const rows = all('[data-option]').filter(isShown)
  const lowRows = rows
    .filter((row) => row.getBoundingClientRect().height < (isTouch ? 43.5 : 37.5))
    .map((row) => `${row.getBoundingClientRect().height} px: ${named(row)}`)
  const inSight = rows.filter((row) => {
    const [box, part] = [row.getBoundingClientRect(), visiblePart(row)]
    return part.height > box.height - 1.5 && part.bottom <= H + 1
  }).length

  const overlaps: string[] = []
  const apart = (elements: readonly Element[], slack = 1): void => {
    elements.forEach((one, i) => {
      const a = one.getBoundingClientRect()
      for (const other of elements.slice(i + 1)) {
        const b = other.getBoundingClientRect()
        const [x, y] = [
          Math.min(a.right, b.right) - Math.max(a.left, b.left),
          Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
        ]
        if (x > slack && y > slack) overlaps.push(`${named(one)} and ${named(other)}`)
      }
    })
  }
  apart(all('.bar, .rail, .stage, .side-panel').filter(isShown))
  apart(all('.felt-name, .felt-middle > *').filter(isShown), 2)
  for (const part of all('.seat-top, .seat-bottom, .rail-part, .prompt, .card-face'))
    apart([...part.children].filter(isShown))
  // The buttons in the corner of the question are beside or above its text. Its box may be wider.
  const linesOf = (element: Element): DOMRect[] => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return [...range.getClientRects()]
  }
  for (const tool of all('.tools .button').filter(isShown))
    for (const text of all('.prompt h2, .prompt .prompt-who > *').filter(isShown)) {
      const [a] = linesOf(tool)
      if (a === undefined) continue
      const isCovered = linesOf(text).some(
        (b) => a.left < b.right + 2 && b.left < a.right + 2 && a.top < b.bottom - 2 && b.top < a.bottom - 2,
      )
      if (isCovered) overlaps.push(`${named(tool)} and ${named(text)}`)
    }

  const cutOff: string[] = []
  for (const region of all('.bar, .rail, .stage, .side-panel')) {
    const box = region.getBoundingClientRect()
    if (isShown(region) && (box.left < -1 || box.top < -1 || box.right > W + 1 || box.bottom > H + 1))
      cutOff.push(`${named(region)} leaves the window`)
  }
  if (document.documentElement.scrollWidth > W + 1) cutOff.push('the page scrolls sideways')
  const kept =
    '.seat-top > *, .seat-margin, .clock > *, .card-face *, .rail-slots li > *, .rail-values div, .felt-name > *, .peek > *, .option-label, .prompt h2, .answering .button'
  for (const element of all(kept).filter(isShown)) {
    const [box, part] = [element.getBoundingClientRect(), visiblePart(element)]
    const scrolls = isInScroller(element)
    if (part.width < box.width - 1.5 || (!scrolls && part.height < box.height - 1.5))
      cutOff.push(named(element))
    else if (
      element.scrollWidth > element.clientWidth + 1 &&
      getComputedStyle(element).overflow !== 'visible'
    )
      cutOff.push(`the text of ${named(element)}`)
  }
  // What wraps out of sight in the bottom row of a cell must do so whole.
  for (const element of all('.seat-bottom > *').filter(isShown)) {
    const [box, part] = [element.getBoundingClientRect(), visiblePart(element)]
    if (part.height > 3 && part.width > 3 && part.width < box.width - 1.5) cutOff.push(named(element))
  }
  for (const card of isUp ? [] : all('.felt-card, .felt-name').filter(isShown)) {
    const box = card.getBoundingClientRect()
    if (
      box.left < stage.left - 6 ||
      box.right > stage.right + 6 ||
      box.top < stage.top - 2 ||
      box.bottom > stage.bottom + 2
    )
      cutOff.push(`${named(card)} leaves the stage`)
  }
  // A thumb needs a strip of every card that it can take.
  const hand = all('.felt-cards.own > .felt-card').map((card) => card.getBoundingClientRect().left)
  hand.forEach((left, i) => {
    const next = hand[i + 1]
    if (next !== undefined && next - left < 19)
      cutOff.push(`card ${i} of the hand: ${next - left} px in sight`)
  })
  return {
    stage: (stage.width * stage.height) / (W * H),
    smallTexts: [...new Set(smallTexts)],
    smallNames: [...new Set(smallNames)],
    smallPieces: [...new Set(smallPieces)],
    lowRows,
    overlaps,
    cutOff: [...new Set(cutOff)],
    options: rows.length,
    inSight,
  }
}

/** The moments of a campaign that differ most on the screen. */
export type Moment = 'start' | 'middle' | 'coup'

/** The decisions until the middle of a campaign. */
const MIDDLE = 120

/** Plays random games until one reaches a moment. `seat` decides then. */
export async function campaignAt(
  scenario: string,
  moment: Moment,
): Promise<Begun & { readonly seat: string; readonly seats: readonly string[] }> {
  const game = await gameOf('fire-in-the-lake')
  const seats = game.def.seats.map(({ id }) => id)
  for (let seed = 1; seed < 60; seed += 1) {
    const rng = new Rng(seed)
    let state = game.start({ seed, scenario })
    const decisions: TraceDecision[] = []
    for (let decision = game.decision(state); decision !== undefined; decision = game.decision(state)) {
      const { seat, name, rule } = decision
      const isThere =
        moment === 'start' ||
        (moment === 'middle' ? decisions.length >= MIDDLE : rule?.startsWith('6.') === true)
      if (isThere) return { game, scenario, seed, decisions, seat, seats }
      const choice = drawChoice(decision, rng)
      state = game.decide(state, choice, seat)
      decisions.push({ n: decisions.length + 1, seat, name, choice, hash: game.hash(state) })
    }
  }
  throw new Error(`No game reached its ${moment}.`)
}
