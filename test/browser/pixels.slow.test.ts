/** Every moment of every campaign is legible at five sizes, not only the fullest. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { campaignAt, faults, type Moment } from './pixels.js'
import { goOn, settled } from './playing.js'
import { openBrowser, type Served, sharedServer, type TestBrowser } from './support.js'

let server: Pick<Served, 'url'>
let people: TestBrowser
beforeAll(async () => {
  server = await sharedServer()
  people = await openBrowser()
})
afterAll(async () => {
  await people.close()
})

const CASES = ['short', 'medium', 'full'].flatMap((scenario) =>
  (['start', 'middle', 'coup'] as const).map((moment): readonly [Moment, string] => [moment, scenario]),
)

it.each(CASES)('the %s of the %s campaign', async (moment, scenario) => {
  const { seat, seats, ...begun } = await campaignAt(scenario, moment)
  const table = Object.fromEntries(
    seats.map((one) => [one, one === seat ? 'me' : { bot: 'random' }] as const),
  )
  const { page } = await goOn(people, server.url, { ...begun, seats: table })
  await settled(page, '')
  expect(await faults(page)).toEqual([])
  await page.context().close()
})
