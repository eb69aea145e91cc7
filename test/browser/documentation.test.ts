/** The lobby and the documentation beside it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, served, type TestBrowser } from './support.js'

describe('The lobby', () => {
  let people: TestBrowser
  const docs = mkdtempSync(path.join(tmpdir(), 'ludoforge-docs-'))
  beforeAll(async () => {
    writeFileSync(path.join(docs, 'index.html'), '<!doctype html><title>How to</title><p>Read me</p>')
    people = await openBrowser()
  })
  afterAll(async () => {
    await people.close()
    rmSync(docs, { recursive: true, force: true })
  })

  it('links to the documentation where it is built, past the worker that keeps the page', async () => {
    const server = await served(['tic-tac-toe'], { docs })
    const { page, wrong } = await people.visit(server.url)
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
    await page.getByRole('link', { name: 'Documentation' }).click()
    await page.getByText('Read me').waitFor()
    await expect.poll(async () => [page.url(), await page.title()]).toEqual([`${server.url}/docs/`, 'How to'])
    expect(wrong).toEqual([])
    await server.close()
  })

  it('has no such link where it is not', async () => {
    const server = await served(['tic-tac-toe'])
    const { page } = await people.visit(server.url)
    await page.getByRole('link', { name: /Tic-tac-toe/ }).waitFor()
    await page.waitForLoadState('networkidle')
    await expect.poll(() => page.getByRole('link', { name: 'Documentation' }).count()).toBe(0)
    await server.close()
  })
})
