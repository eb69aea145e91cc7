// `npm run icons`: renders the page's SVG icon as PNG files.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { launch } from '../test/browser/chromium.ts'
import { root } from './process.mjs'

const folder = path.join(root, 'packages/web/public')
const drawing = readFileSync(path.join(folder, 'icon.svg'))
const browser = await launch()
for (const size of [192, 512]) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  await page.goto(`data:image/svg+xml;base64,${drawing.toString('base64')}`)
  await page.screenshot({ path: path.join(folder, `icon-${size}.png`) })
}
await browser.close()
