/** `npm run screens`: updates the screens in the documentation. */
import { writeFileSync } from 'node:fs'
import { buildCommand } from '../support/run/command.js'
import { pages, pageText, screensOf, withScreens } from './screens.js'

await buildCommand()
for (const page of pages()) {
  const text = pageText(page)
  const screens = screensOf(text)
  if (screens.length === 0) continue
  const now = withScreens(text)
  if (now !== text) writeFileSync(page, now)
  console.log(`${page}: ${screens.length} screens${now === text ? '' : ', updated'}`)
}
