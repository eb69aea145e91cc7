/** A real server, a real browser, and whatever goes wrong in it. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import axeCore from 'axe-core'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { serve, type Running } from '@ludoforge/server'
import { cache, root, run, tool } from '../../scripts/process.mjs'
import { launch } from './chromium.js'

const built = path.join(root, 'packages/web/dist')

function newest(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
  return Math.max(0, ...files.map(({ parentPath, name }) => statSync(path.join(parentPath, name)).mtimeMs))
}

function isStale(): boolean {
  const sources = ['web/src', 'web/public', 'client/src', 'kernel/src', 'agents/src', 'look/src']
  const youngest = Math.max(...sources.map((name) => newest(path.join(root, 'packages', name))))
  const index = statSync(path.join(built, 'index.html'), { throwIfNoEntry: false })
  return index === undefined || index.mtimeMs < youngest
}

/** The built page, built anew if a source is younger than it. `npm test` has built it already. */
export async function builtPage(): Promise<string> {
  if (!isStale()) return built
  await alone(path.join(cache, 'building-the-page'), async () => {
    if (!isStale()) return
    // Vitest says that this is a test, and React would be the one for developers.
    const env = { NODE_ENV: 'production' }
    const { code, output } = await run(tool('vite'), ['build', 'packages/web', '--logLevel', 'warn'], { env })
    if (code !== 0) throw new Error(`The page could not be built: ${output}`)
  })
  return built
}

const PATIENCE_MS = 120_000

/** One process at a time, the others wait. What a process left behind that was killed counts no more after a while. */
async function alone(lock: string, work: () => Promise<void>): Promise<void> {
  mkdirSync(path.dirname(lock), { recursive: true })
  for (let mine = false; !mine; ) {
    try {
      mkdirSync(lock)
      mine = true
    } catch {
      const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
      if (Date.now() - since > PATIENCE_MS) rmSync(lock, { recursive: true, force: true })
      await new Promise((resolve) => {
        setTimeout(resolve, 100)
      })
    }
  }
  try {
    await work()
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

export interface Served {
  readonly url: string
  readonly running: Running
  close(): Promise<void>
}

/** A server with the page, on a free port, with a store of its own. Waits until its games are compiled. */
export async function served(games: readonly string[]): Promise<Served> {
  const data = mkdtempSync(path.join(tmpdir(), 'ludoforge-browser-'))
  const running = await serve({
    port: 0,
    host: '127.0.0.1',
    data,
    games: games.map((name) => path.join(root, 'games', name)),
    version: 'test',
    limits: false,
    web: await builtPage(),
    say: (line) => {
      throw new Error(line)
    },
  })
  await running.ready
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
