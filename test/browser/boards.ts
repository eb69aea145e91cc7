/** A page with only a board, and recordings of real games for it: positions, and the events between them. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { CompileError, type LoadedGame } from '@ludoforge/compiler'
import { type GameDef, Rng, type StepEvent, type View } from '@ludoforge/kernel'
import { valueOrUndefined, memoizedValues, type Scene, type Values, valueExpressions } from '@ludoforge/look'
import { lookIn, sceneOf } from '@ludoforge/look/node'
import { cache, root, run, tool } from '../../scripts/process.mjs'
import { drawChoice } from '../support/play.js'
import type { TestBrowser } from './support.js'
import { gameOf } from '../support/games.js'

export interface Film {
  readonly scene: Scene
  readonly def: Pick<GameDef, 'zones' | 'variables'>
  readonly positions: readonly Position[]
}

interface Position {
  readonly view: View
  readonly values: Values
  readonly events: readonly StepEvent[]
}

interface Shooting {
  readonly seed?: number
  readonly decisions: number
  /** A position after each of these numbers of decisions. */
  readonly every?: number
}

/** Records a random game as its first seat sees it. */
export async function filmOf(name: string, shooting: Shooting): Promise<Film> {
  const folder = path.join(root, 'games', name)
  const game = await gameOf(name)
  return { ...lookOf(game, folder), positions: played(game, folder, shooting) }
}

function lookOf(game: LoadedGame, folder: string): Pick<Film, 'scene' | 'def'> {
  const { zones, variables } = game.def
  return { scene: sceneOf(game.def, lookIn(folder, game).look), def: { zones, variables } }
}

function played(game: LoadedGame, folder: string, { seed = 1, decisions, every = 1 }: Shooting): Position[] {
  const { scene } = lookOf(game, folder)
  const reckon = memoizedValues(valueExpressions(game.def, scene), {
    value: (at, text, eye) => known(() => game.evaluate(at, text, eye)),
    present: (at) => game.present(at),
  })
  const seat = game.def.seats[0]?.id ?? null
  const rng = new Rng(seed)
  let state = game.start({ seed })
  const positions: Position[] = []
  let events: StepEvent[] = []
  const take = (): void => {
    positions.push({ view: game.view(state, seat), values: reckon(state, seat), events })
    events = []
  }
  take()
  for (let n = 1; n <= decisions; n++) {
    const decision = game.decision(state)
    if (decision === undefined) break
    const step = game.step(state, drawChoice(decision, rng), decision.seat)
    state = step.state
    events.push(...step.events)
    if (n % every === 0) take()
  }
  return positions
}

/** An expression that the seat may not know throws in the compiler. Here it has no value. */
function known<T>(work: () => T): T | undefined {
  try {
    return valueOrUndefined(work)
  } catch (error) {
    if (error instanceof CompileError) return undefined
    throw error
  }
}

const source = path.join(root, 'packages/web')
const built = path.join(cache, 'board-page')

function newest(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
  return Math.max(0, ...files.map(({ parentPath, name }) => statSync(path.join(parentPath, name)).mtimeMs))
}

async function builtPage(): Promise<string> {
  const youngest = Math.max(newest(path.join(source, 'src')), newest(path.join(source, 'test/board-page')))
  const index = statSync(path.join(built, 'index.html'), { throwIfNoEntry: false })
  if (index === undefined || index.mtimeMs < youngest) {
    const page = path.join(source, 'test/board-page')
    const args = ['build', page, '--config', path.join(source, 'vite.config.ts'), '--outDir', built]
    const { code, output } = await run(tool('vite'), [...args, '--emptyOutDir', '--logLevel', 'warn'])
    if (code !== 0) throw new Error(`Can't build the board page: ${output}`)
  }
  return built
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
}
const POLICY = "default-src 'self'; object-src 'none'; base-uri 'none'"
const ADDRESS = 'http://board.test/'

/** Opens the page with a recording. No port is used: the files are injected into the browser. */
export async function openBoard(
  browser: Pick<TestBrowser, 'visit'>,
  film: Film,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const folder = await builtPage()
  const { page } = await browser.visit('about:blank', options)
  await page.route(`${ADDRESS}**`, async (route) => {
    const name = new URL(route.request().url()).pathname.slice(1) || 'index.html'
    const contentType = TYPES[path.extname(name)] ?? 'application/octet-stream'
    const file = [folder, path.join(source, 'public')]
      .map((one) => path.join(one, name))
      .find((one) => existsSync(one))
    if (name === 'film.json') await route.fulfill({ body: JSON.stringify(film), contentType })
    else if (file === undefined) await route.fulfill({ status: 404 })
    else
      await route.fulfill({
        body: readFileSync(file),
        contentType,
        headers: { 'Content-Security-Policy': POLICY },
      })
  })
  await page.goto(ADDRESS)
  await page.waitForSelector('.bd-svg, .felt')
  return page
}
