/** A project at the designer's desk, in a real browser. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { zipFiles } from '@ludoforge/desk'
import { gameFolder } from '@ludoforge/games'
import type { Locator, Page } from 'playwright-core'

/** The text files of a game's folder, by path. */
export function filesOfGame(game: string): Record<string, string> {
  const folder = gameFolder(game)
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return Object.fromEntries(
    entries
      .filter((entry) => entry.isFile() && /\.(?:md|ya?ml)$/.test(entry.name))
      .map((entry) => {
        const file = path.join(entry.parentPath, entry.name)
        return [path.relative(folder, file).split(path.sep).join('/'), readFileSync(file, 'utf8')]
      }),
  )
}

/** Imports files as a project of the browser, and waits for its desk. The page is on *Make a game*. */
export async function importProject(page: Page, files: Readonly<Record<string, string>>): Promise<void> {
  await page.getByLabel('Zip of a game').setInputFiles({
    name: 'game.zip',
    mimeType: 'application/zip',
    buffer: Buffer.from(zipFiles(files, 'game')),
  })
  await page.locator('.desk-editor .cm-content').waitFor()
}

/** The first line on the screen of the editor with a text. */
export function lineWith(page: Page, text: string | RegExp): Locator {
  return page.locator('.desk-editor .cm-line', { hasText: text }).first()
}

/** Replaces a text of the open file by the search of the editor. */
export async function replaceText(page: Page, from: string, to: string): Promise<void> {
  await page.locator('.desk-editor .cm-content').click()
  await page.keyboard.press('ControlOrMeta+f')
  const search = page.locator('.desk-editor .cm-search')
  await search.locator('input[name="search"]').fill(from)
  await search.locator('input[name="replace"]').fill(to)
  await search.locator('button[name="next"]').click()
  await search.locator('button[name="replace"]').click()
  await search.locator('button[name="close"]').click()
}

/** Opens a file in the editor. */
export async function openFile(page: Page, file: string): Promise<void> {
  await page.getByRole('button', { name: file }).first().click()
}
