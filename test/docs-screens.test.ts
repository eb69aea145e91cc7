import { describe, expect, it } from 'vitest'
import { pages, pageText, produced, screensOf } from './screens/screens.js'

const all = pages().flatMap((page) => screensOf(pageText(page)).map((screen) => ({ page, ...screen })))

// A made-up question, checked in packages/cli/test/docs-command.test.ts.
const MADE_UP = 'docs/command.md'

describe('screens in the documentation', () => {
  it('are on the page of the command and in the guide for designers', () => {
    expect(new Set(all.map(({ page }) => page))).toEqual(
      new Set(['docs/command.md', 'docs/writing-a-game.md']),
    )
  })

  it.each(all)('$page:$line is what `$command` shows (else: npm run screens)', (screen) => {
    expect(screen.shown).toBe(produced(screen))
  })

  it.each(all)('$page:$line fits its terminal', ({ size, shown }) => {
    const [columns = 0, rows = 0] = size.split('x').map(Number)
    const lines = shown.trimEnd().split('\n')
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns)
    expect(lines.length).toBeLessThanOrEqual(rows)
  })

  it('every shown question of a game is checked by a test', () => {
    for (const page of pages()) {
      const text = pageText(page)
      const blocks = [...text.matchAll(/^```text\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block)
      const screens = new Set(screensOf(text).map(({ shown }) => shown))
      const others = blocks.filter((block) => /^ {2}1\. .+\n {2}2\. /m.test(block) && !screens.has(block))
      expect({ page, others: others.length }).toEqual({ page, others: page === MADE_UP ? 1 : 0 })
    }
  })
})
