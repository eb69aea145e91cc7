/** A real server and a real browser, with the errors of its pages. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import axeCore from 'axe-core'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { expect, onTestFailed } from 'vitest'
import { serve, type RunningServer } from '@ludoforge/server'
import { gameFolder } from '@ludoforge/games'
import { pageFolder } from '@ludoforge/web'
import { build } from '../../scripts/build.mjs'
import { atRest } from './at-rest.js'
import { connectBrowser, sharedServerUrl } from '../support/run/services.js'

/** A guard against hanging. A page on a loaded machine is slow. */
const MISSING_MS = 2 * 60_000

/** Builds the page if a source changed. `npm test` has built it already. */
export async function builtPage(): Promise<string> {
  const { code, output } = await build(['page'])
  if (code !== 0) throw new Error(`Can't build the page: ${output}`)
  return pageFolder
}

export interface Served {
  readonly url: string
  readonly running: RunningServer
  close(): Promise<void>
}

/** Returns the server that all files share. Its tables and accounts stay, so a test makes its own. */
export async function sharedServer(): Promise<Pick<Served, 'url'>> {
  return { url: await sharedServerUrl() }
}

/**
 * Starts a server with the page on a free port, with a temporary store. Waits until its games are compiled, unless a test
 * checks the preparation.
 */
export async function served(
  games: readonly string[],
  {
    waits = true,
    docs,
    language,
  }: { readonly waits?: boolean; readonly docs?: string; readonly language?: string } = {},
): Promise<Served> {
  const data = mkdtempSync(path.join(tmpdir(), 'ludoforge-browser-'))
  const running = await serve({
    port: 0,
    host: '127.0.0.1',
    data,
    games: games.map((game) => (path.isAbsolute(game) ? game : gameFolder(game))),
    language,
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
  /** Errors, console messages and violations of the Content-Security-Policy. Tests expect none. */
  readonly wrong: string[]
}

export interface TestBrowser {
  readonly browser: Browser
  /** Opens a separate browser context, which shares nothing with others. `stored` is in its local storage at first. */
  visit(
    url: string,
    options?: BrowserContextOptions,
    stored?: Readonly<Record<string, string>>,
  ): Promise<Visit>
  close(): Promise<void>
}

export async function openBrowser(): Promise<TestBrowser> {
  const browser = await connectBrowser()
  const visits: Visit[] = []
  return {
    browser,
    async visit(url, options = {}, stored = {}) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
      if (Object.keys(stored).length > 0) await context.addInitScript(storeOnce, stored)
      const page = await context.newPage()
      page.setDefaultTimeout(MISSING_MS)
      const wrong: string[] = []
      page.on('pageerror', (error) => wrong.push(error.stack ?? error.message))
      page.on('console', (message) => {
        const text = message.text()
        const isBlocked = options.serviceWorkers === 'block' && text === NO_SERVICE_WORKER
        if ((message.type() === 'error' || message.type() === 'warning') && !isBlocked) wrong.push(text)
      })
      const visit = { page, wrong }
      visits.push(visit)
      if (expect.getState().currentTestName !== undefined) explainFailure(visit)
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

/** What Playwright prints in place of a service worker that a visit blocks. */
const NO_SERVICE_WORKER = 'Service Worker registration blocked by Playwright'

/**
 * Fills the local storage before the page's own code runs, once per tab: a reload finds what the page has stored. Playwright's
 * `storageState` opens a page of its own for this.
 */
function storeOnce(stored: Readonly<Record<string, string>>): void {
  const mark = 'ludoforge-test/stored'
  if (sessionStorage.getItem(mark) !== null) return
  sessionStorage.setItem(mark, '')
  for (const [name, text] of Object.entries(stored)) localStorage.setItem(name, text)
}

/** Adds the address of a page and what went wrong in it to the error of the test that opened it. */
function explainFailure({ page, wrong }: Visit): void {
  onTestFailed(({ task }) => {
    const [error] = task.result?.errors ?? []
    if (error === undefined) return
    const told = [error.message, `The page was at ${page.url()}.`, ...wrong.slice(0, MOST_TOLD)].join('\n')
    if (error.stack !== undefined) error.stack = error.stack.replace(error.message, () => told)
    error.message = told
  })
}

const MOST_TOLD = 5

interface AxeResult {
  readonly id: string
  readonly help: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[]
}

interface AxeRun {
  readonly violations: readonly AxeResult[]
  /** The page changed meanwhile: the result mixes two states. */
  readonly changed: boolean
}

const RUN_AXE = `(async () => {
  let changed = false
  const observer = new MutationObserver(() => { changed = true })
  observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  const { violations } = await axe.run()
  observer.disconnect()
  return { violations, changed }
})()`

/** A page that never stops to change is checked all the same. */
const MOST_RUNS = 10

/** Returns the violations that axe finds in the page, one line each. Tests expect none. */
export async function axe(page: Page): Promise<string[]> {
  // Injected through the debugger protocol, so that the page's policy stays in force.
  await page.evaluate(axeCore.source)
  let result: AxeRun
  let runs = 0
  do {
    await atRest(page)
    result = (await page.evaluate(RUN_AXE)) as AxeRun
    runs += 1
  } while (result.changed && runs < MOST_RUNS)
  return result.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}: ${html}: ${failureSummary ?? ''}`),
  )
}
