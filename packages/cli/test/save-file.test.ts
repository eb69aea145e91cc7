/** Local tables stored in save files. */
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { localTable, type Table } from '@ludoforge/client'
import { type GameDef, linkGame } from '@ludoforge/kernel'
import { readTrace, TraceWriter } from '@ludoforge/sim'
import { afterAll, describe, expect, it } from 'vitest'
import { chooseNumber, DUELS, eachSeat, NUMBERS, rankByScore, tiny } from '../../agents/test/tiny.js'
import { dataFolder } from '../src/terminal/saves/folder.js'
import { SaveFileStorage, type SaveOptions } from '../src/terminal/saves/save-file.js'
import { Autosaves } from '../src/terminal/saves/autosaves.js'

const folder = mkdtempSync(path.join(tmpdir(), 'ludoforge-keeping-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const ONE = { left: 'me', right: 'greedy' }
const TWO = { left: 'me', right: 'me' }

interface Kept {
  readonly keeper: SaveFileStorage
  readonly table: Table
  readonly told: string[]
}

async function kept(
  options: Partial<SaveOptions> = {},
  seats: Record<string, string> = ONE,
  def: GameDef = NUMBERS,
): Promise<Kept> {
  const game = linkGame(def)
  const told: string[] = []
  const keeper = new SaveFileStorage(game, {
    path: 'tiny',
    tell: (problem) => told.push(problem),
    ...options,
  })
  return { keeper, told, table: await localTable({ game, seed: 5, seats, storage: keeper }) }
}

async function answer(table: Table, ...numbers: readonly number[]): Promise<void> {
  for (const number of numbers) {
    await expect.poll(() => table.asked.length, { interval: 2 }).toBeGreaterThan(0)
    await table.decide(table.asked[0]?.seat ?? '', number)
  }
  await expect
    .poll(() => table.asked.length > 0 || table.about.outcome !== undefined, { interval: 2 })
    .toBe(true)
}

const choices = (file: string) => readTrace(file).decisions.map(({ seat, choice }) => [seat, choice])

describe('a table stored in a file', () => {
  it('is complete after every decision, even if the process is killed, and resumes', async () => {
    const file = path.join(folder, 'whole')
    const { table, keeper } = await kept({ file })
    await answer(table, 2)
    expect(choices(file)).toEqual([
      ['left', 2],
      ['right', 5],
    ])
    await answer(table, 4)
    await table.undo()
    expect(choices(file)).toHaveLength(2)
    keeper.close()
    table.close()

    const again = await kept({ resumed: { ...TraceWriter.resume(file), isOwn: false } })
    expect(again.told).toEqual([])
    expect(again.table.about.number).toBe(5) // including undone decisions
    await answer(again.table, 4, 1)
    expect(again.table.about.outcome?.kind).toBe('rank')
    expect(choices(file).map(([, choice]) => choice)).toEqual([2, 5, 4, 5, 1, 5])
    again.keeper.close()
  })

  it('is written with its history when a file is named later', async () => {
    const { table, keeper } = await kept()
    await answer(table, 1)
    expect(keeper.file).toBeUndefined()
    const file = path.join(folder, 'later')
    keeper.saveTo(file)
    await answer(table, 3)
    expect(choices(file)).toHaveLength(4)
    keeper.saveTo(file)
    const other = path.join(folder, 'other')
    writeFileSync(other, '')
    expect(() => keeper.saveTo(other)).toThrow('already exists')
    await answer(table, 3)
    expect(choices(file)).toHaveLength(6)
    keeper.close()
  })

  it('resumes in the middle of a simultaneous choice, and reveals no answer', async () => {
    const file = path.join(folder, 'between')
    const first = await kept({ file }, TWO, DUELS)
    await first.table.decide('left', 4)
    first.keeper.close()
    const { table } = await kept(
      { resumed: { trace: readTrace(file), writer: undefined, isOwn: false } },
      TWO,
      DUELS,
    )
    expect(table.asked.map(({ seat }) => seat)).toEqual(['right'])
    const told = await table.history(0, 1)
    const right = told.happenings.map((one) =>
      one.type === 'step' ? one.told.find(({ eye }) => eye === 'right') : one,
    )
    expect(JSON.stringify(right)).not.toContain('"choice":4')
  })

  it("asks people before agents in a simultaneous choice, and undoes the agents' answers with theirs", async () => {
    const { table, keeper } = await kept({}, { left: 'random', right: 'me' }, DUELS)
    expect(table.asked[0]).toMatchObject({ seat: 'right', atOnce: true })
    await answer(table, 4)
    await table.undo()
    expect(table.about.deciding).toEqual(['left', 'right'])
    keeper.close()
  })

  it('records what an undo went back over', async () => {
    const roll = { rollRandom: { bind: 'die', min: 1, max: 6 } } as const
    const dice = tiny([...eachSeat([...chooseNumber(0, 1), roll, ...chooseNumber(0, 2)]), ...rankByScore])
    const file = path.join(folder, 'dice')
    const { table, keeper } = await kept({ file }, TWO, dice)
    await answer(table, 1)
    await table.undo()
    expect(readTrace(file).record.at(-1)).toEqual({ undo: 1, beyond: ['rolled'] })
    keeper.close()
  })
})

describe('autosaves', () => {
  const shelf = new Autosaves(path.join(folder, 'data'))
  const options = (): Partial<SaveOptions> => ({ ownFile: () => shelf.newFile('tiny') })

  it("start with a person's first decision", async () => {
    const { table, keeper } = await kept(options())
    expect(keeper.file).toBeUndefined()
    await answer(table, 2)
    expect(keeper.isOwn).toBe(true)
    expect(shelf.unfinished()).toEqual([]) // it is in use
    expect(shelf.all()).toHaveLength(1)
    keeper.close()
    expect(shelf.unfinished('tiny')).toMatchObject([{ decisions: 2, header: { game: 'tiny' } }])
    expect(shelf.unfinished('chess')).toEqual([])
  })

  it('drop a game that is saved elsewhere, and set finished ones aside', async () => {
    const { table, keeper } = await kept(options())
    await answer(table, 2)
    const own = keeper.file ?? ''
    keeper.saveTo(path.join(folder, 'elsewhere'))
    expect(existsSync(own)).toBe(false)
    keeper.close()
    const over = await kept(options())
    await answer(over.table, 2, 2, 2)
    over.keeper.close()
    const place = shelf.setAside(over.keeper.file ?? '')
    expect(readTrace(place).decisions).toHaveLength(6)
    expect(shelf.unfinished()).toHaveLength(1)
    expect(shelf.all().map(({ isOver }) => isOver)).toEqual([false, true])
  })

  it('keep the last fifty finished games, and every unfinished one', async () => {
    const small = new Autosaves(path.join(folder, 'small'))
    for (let i = 0; i < 53; i += 1) {
      const file = small.newFile('tiny')
      writeFileSync(file, `${i}`)
      utimesSync(file, i, i)
      small.setAside(file)
    }
    expect(readdirSync(path.join(folder, 'small', 'over'))).toHaveLength(50)
  })

  it("that can't be written are reported once, and the game continues and can be saved elsewhere", async () => {
    writeFileSync(path.join(folder, 'file'), '')
    const nowhere = new Autosaves(path.join(folder, 'file'))
    const { table, told, keeper } = await kept({ ownFile: () => nowhere.newFile('tiny') })
    await answer(table, 2, 2)
    expect(told).toEqual([
      expect.stringMatching(/^The game isn't saved\. .*ENOTDIR.*Type "save FILE" to save it elsewhere\.$/),
    ])
    keeper.saveTo(path.join(folder, 'rescued'))
    expect(choices(path.join(folder, 'rescued'))).toHaveLength(4)
    keeper.close()
  })
})

it("user data are in the system's folder for them, or in LUDOFORGE_DATA", () => {
  const at = (env: Record<string, string>, platform = 'linux') => dataFolder(env, platform, 'home')
  expect(at({})).toBe(path.join('home', '.local', 'share', 'ludoforge'))
  expect(at({ XDG_DATA_HOME: 'xdg' })).toBe(path.join('xdg', 'ludoforge'))
  expect(at({}, 'darwin')).toBe(path.join('home', 'Library', 'Application Support', 'ludoforge'))
  expect(at({ LOCALAPPDATA: 'local' }, 'win32')).toBe(path.join('local', 'ludoforge'))
  expect(at({ LUDOFORGE_DATA: 'mine', XDG_DATA_HOME: 'xdg' })).toBe('mine')
})
