/** A real server, a real browser, and whatever goes wrong in it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import axeCore from 'axe-core'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { serve, type Running } from '@ludoforge/server'
import { gameFolder } from '@ludoforge/games'
import { pageFolder } from '@ludoforge/web'
import { build } from '../../scripts/build.mjs'
import { launch } from './chromium.js'

/** A guard against hanging: a page on a loaded machine may take its time. */
const HANGING_MS = 10 * 60_000

/** The built page, built anew if a source changed. `npm test` has built it already. */
export async function builtPage(): Promise<string> {
  const { code, output } = await build(['page'])
  if (code !== 0) throw new Error(`The page could not be built: ${output}`)
  return pageFolder
}

export interface Served {
  readonly url: string
  readonly running: Running
  close(): Promise<void>
}

/**
 * A server with the page, on a free port, with a store of its own. Waits until its games are compiled, unless a test
 * wants to see them prepared.
 */
export async function served(
  games: readonly string[],
  { waits = true, docs }: { readonly waits?: boolean; readonly docs?: string } = {},
): Promise<Served> {
  const data = mkdtempSync(path.join(tmpdir(), 'ludoforge-browser-'))
  const running = await serve({
    port: 0,
    host: '127.0.0.1',
    data,
    games: games.map(gameFolder),
    version: 'test',
    limits: false,
    web: await builtPage(),
    docs,
    say: (line) => {
      throw new Error(line)
    },
  })
  if (waits) await running.ready
  return {
    url: running.address,
    running,
    close: async () => {
      await running.close()
      rmSync(data, { recursive: true, force: true })
    },
  }
}

interface Visit {
  readonly page: Page
  /** What went wrong in the page: errors, console messages, violations of its policy. Tests expect none. */
  readonly wrong: string[]
}

export interface TestBrowser {
  readonly browser: Browser
  /** A person with a browser of their own: nothing is shared with others. */
  visit(url: string, options?: BrowserContextOptions): Promise<Visit>
  close(): Promise<void>
}

export async function openBrowser(): Promise<TestBrowser> {
  const browser = await launch()
  const visits: Visit[] = []
  return {
    browser,
    async visit(url, options = {}) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
      const page = await context.newPage()
      page.setDefaultTimeout(HANGING_MS)
      const wrong: string[] = []
      page.on('pageerror', (error) => wrong.push(error.stack ?? error.message))
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') wrong.push(message.text())
      })
      const visit = { page, wrong }
      visits.push(visit)
      await page.goto(url)
      return visit
    },
    async close() {
      const wrong = visits.flatMap((one) => one.wrong)
      await browser.close()
      expect(wrong, 'went wrong in the page').toEqual([])
    },
  }
}

interface AxeResult {
  readonly id: string
  readonly help: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[]
}

/** What axe finds wrong with a page as it is now, one line each. Tests expect none. */
export async function axe(page: Page): Promise<string[]> {
  // As a debugger would, so that the policy of the page stays as it is.
  await page.evaluate(axeCore.source)
  const violations = (await page.evaluate('axe.run().then((found) => found.violations)')) as AxeResult[]
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}: ${html}: ${failureSummary ?? ''}`),
  )
}
