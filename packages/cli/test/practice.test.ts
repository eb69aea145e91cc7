/** `review` and `puzzles --play`, as a player reads them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { playTurn, puzzlePosition } from '@ludoforge/agents'
import type { Choice } from '@ludoforge/kernel'
import { TRACE_FORMAT, type TraceDecision, traceText } from '@ludoforge/play'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gameOf } from '../../../test/support/games.js'
import { puzzlesOf, wrongTurn } from '../../../test/support/puzzles.js'
import { run } from '../src/program.js'
import { textTerminal } from './terminal.js'

async function command(lines: readonly string[] | null, ...args: readonly string[]) {
  const terminal = textTerminal(lines)
  const code = await run(args, terminal)
  return { code, text: terminal.text(), errors: terminal.errors.join('\n') }
}

describe('review', () => {
  let folder: string
  let save: string
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'ludoforge-review-'))
    save = path.join(folder, 'lost.save')
    const game = await gameOf('tic-tac-toe')
    let state = game.start({ seed: 1 })
    const hash = game.hash(state)
    const decisions: TraceDecision[] = []
    // Cross doesn't see that Nought threatens a3.
    for (const [i, choice] of ['a1', 'b2', 'b1', 'c1', 'b3', 'a3'].entries()) {
      const { seat = '', name = '' } = game.decision(state) ?? {}
      state = game.decide(state, choice)
      decisions.push({ n: i + 1, seat, name, choice, hash: game.hash(state) })
    }
    const header = { format: TRACE_FORMAT, game: 'tic-tac-toe', path: 'tic-tac-toe', fingerprint: game.fingerprint, scenario: game.def.scenarios[0]?.id ?? '', seed: 1, options: {}, seats: { cross: 'human', nought: 'easy' }, hash } as const // biome-ignore format: one line
    writeFileSync(save, traceText(header, decisions))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('names the turn of the people that gave away most, and a better one', async () => {
    const { code, text } = await command(null, 'review', save)
    expect(code).toBe(0)
    expect(text).toMatch(/^Turn 5, Cross: gave away \d+ points \(expected score \d+ % instead of \d+ %\)$/m)
    expect(text).toMatch(/played: B3\n {2}better: A3/)
    expect(text).not.toContain('Nought:')
  })

  it('reviews another seat, and prints JSON', async () => {
    const { text } = await command(null, 'review', save, '--seat', 'nought', '--json')
    expect(JSON.parse(text)).toEqual([])
    const cross = JSON.parse((await command(null, 'review', save, '--json', '--count', '1')).text)
    expect(cross).toMatchObject([{ seat: 'cross', decision: 5, played: { choices: ['b3'] }, best: { choices: ['a3'] } }]) // biome-ignore format: one line
    expect((await command(null, 'review', save, '--seat', 'white')).errors).toContain(
      'There is no seat "white".',
    )
  })
})

describe('puzzles --play', () => {
  it('takes numbers and names, explains, goes back, judges, and shows the solution', async () => {
    const game = await gameOf('chess')
    const puzzles = puzzlesOf('chess')
    const [puzzle] = puzzles
    if (puzzle === undefined) throw new Error('There is no puzzle.')
    const start = puzzlePosition(game, puzzle)
    const name = game.def.seats.find(({ id }) => id === puzzle.seat)?.name ?? ''
    const options = game.decision(start, puzzle.seat)?.options ?? []
    /** The answers of a turn, as a player types them: the piece by its number, then the square by its name. */
    const typed = (turn: readonly Choice[]): string[] =>
      playTurn(game, start, puzzle.seat, turn).steps.map(({ decision, choice }, i) => {
        const at = decision.options.findIndex(({ id }) => id === choice)
        return i === 0 ? String(at + 1) : (decision.options[at]?.label ?? '')
      })
    const wrong = typed(await wrongTurn(game, puzzle))
    const solution = typed(puzzle.solution)
    const labels = playTurn(game, start, puzzle.seat, puzzle.solution).steps.map(({ decision, choice }) => decision.options.find(({ id }) => id === choice)?.label ?? '') // biome-ignore format: one line
    const lines = [wrong[0] ?? '', 'back', '99', 'why pawn-99', ...wrong, 'solution', ...solution, 'leave']
    const { code, text } = await command(lines, 'puzzles', 'chess', '--play')
    expect(code).toBe(0)
    const order = [
      'You can also type why X, back, solution, next or leave.',
      `Puzzle 1 of ${puzzles.length}: find the best turn for ${name}.`,
      `1. ${options[0]?.label}`,
      `There is no option 99, only 1-${options.length}.`,
      'pawn-99',
      'Not the best turn. Expected score ',
      'Try again, or type solution or next.',
      `Solution: ${labels.join(', ')}.`,
      'Solved. That is the turn.',
      `Puzzle 2 of ${puzzles.length}`,
      '1 solved.',
    ]
    let at = 0
    for (const words of order) {
      const found = text.indexOf(words, at)
      expect(found, words).toBeGreaterThanOrEqual(at)
      at = found + words.length
    }
    expect(text).not.toMatch(/(?:white|black)-\w+@/) // no ids
  })

  it('ends with the input', async () => {
    const { code, text } = await command(['next'], 'puzzles', 'chess', '--play')
    expect([code, text.includes('0 solved.')]).toEqual([0, true])
  })
})

it.each(['sim', 'evaluate', 'learn', 'puzzles'])('%s sets the number of players', async (name) => {
  const { code, errors } = await command(null, name, 'hearts', '--players', '9')
  expect(errors).toContain('The option players takes a number from 3 to 5, not "9".')
  expect(code).toBe(2)
})
