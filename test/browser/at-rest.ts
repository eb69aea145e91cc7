/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/** Waits for a page to come to rest, so that a test measures what people see and not a moment in between. */
import type { Locator, Page } from 'playwright-core'

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>

/** Waits until fonts are loaded, animations that end have ended, and the page is drawn. */
export async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const isMoving = (): boolean =>
      document
        .getAnimations()
        .some(
          ({ playState, effect }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
        )
    await document.fonts.ready
    do {
      await frame()
      await frame()
    } while (isMoving())
  })
}

/** Returns the box of an element, when two looks in a row find it at the same place. */
export async function restingBox(locator: Locator): Promise<Box> {
  await locator.waitFor()
  for (let before = ''; ; ) {
    await atRest(locator.page())
    const box = await locator.boundingBox()
    const now = JSON.stringify(box)
    if (box !== null && now === before) return box
    before = now
  }
}
