/** Local tables, stored in a real browser under the page's Content-Security-Policy. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { writeModule } from '@ludoforge/play'
import { serve, type RunningServer } from '@ludoforge/server'
import { build } from 'esbuild'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { gameOf } from '../support/games.js'
import { openBrowser, type TestBrowser } from './support.js'

interface Look {
  readonly number: number
  readonly asked: number
  readonly zones: unknown
}

let folder: string
let running: RunningServer
let browser: TestBrowser
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'ludoforge-kept-'))
  const web = path.join(folder, 'web')
  await build({
    entryPoints: [path.join(import.meta.dirname, 'kept-page.ts')],
    outfile: path.join(web, 'page.js'),
    bundle: true,
    format: 'esm',
    conditions: ['source'],
  })
  writeFileSync(path.join(web, 'game.js'), writeModule((await gameOf('tic-tac-toe')).def))
  writeFileSync(path.join(web, 'index.html'), '<!doctype html><script type="module" src="/page.js"></script>')
  const data = path.join(folder, 'data')
  const where = { port: 0, host: '127.0.0.1', data, games: [], version: 'test', limits: false } as const
  running = await serve({ ...where, web })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await running.close()
  rmSync(folder, { recursive: true, force: true })
})

const call = <T>(page: Page, name: string, ...args: readonly string[]): Promise<T> =>
  page.evaluate(`kept.${name}(${args.map((arg) => JSON.stringify(arg)).join(', ')})`) as Promise<T>

const ready = (page: Page): Promise<unknown> => page.waitForFunction('globalThis.kept !== undefined')

it('a table survives a reload, is listed, and can be deleted', async () => {
  const { page } = await browser.visit(running.address)
  await ready(page)
  await call(page, 'open', 'one')
  await call(page, 'open', 'two')
  expect(await call(page, 'decide', 'one')).toBe('')
  await expect.poll(() => call<Look>(page, 'look', 'one').then(({ asked }) => asked)).toBe(1)
  expect(await call(page, 'decide', 'one')).toBe('')
  await expect.poll(() => call<Look>(page, 'look', 'one').then(({ number }) => number)).toBe(4)
  const before = await call<Look>(page, 'look', 'one')
  const listed = [
    { id: 'one', name: 'Table one', number: 4, deciding: ['cross'] },
    { id: 'two', name: 'Table two', number: 0, deciding: ['cross'] },
  ]
  expect(await call(page, 'list')).toEqual(listed)
  await page.reload()
  await ready(page)
  await call(page, 'open', 'one')
  expect(await call<Look>(page, 'look', 'one')).toEqual(before)
  expect(await call(page, 'decide', 'one')).toBe('')
  await call(page, 'forget', 'one')
  expect(await call(page, 'list')).toEqual(listed.slice(1))
})

it('of two windows at one table, the later write is refused', async () => {
  const { page } = await browser.visit(running.address)
  const other = await page.context().newPage()
  await other.goto(running.address)
  for (const one of [page, other]) {
    await ready(one)
    await call(one, 'open', 'both')
  }
  expect(await call(page, 'decide', 'both')).toBe('')
  expect(await call(other, 'decide', 'both')).toContain('Another window has changed this table')
  await call(other, 'open', 'both')
  await expect.poll(() => call<Look>(other, 'look', 'both').then(({ number }) => number)).toBeGreaterThan(0)
})
