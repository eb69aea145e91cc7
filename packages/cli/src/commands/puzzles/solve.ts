/** Puzzles in the terminal, one after the other. */
import { playTurn, puzzlePosition } from '@ludoforge/agents'
import type { LoadedGame } from '@ludoforge/compiler'
import { type Choice, printable, type State } from '@ludoforge/kernel'
import { explain, type Puzzle } from '@ludoforge/play'
import { choiceLabel, judgePuzzle } from '@ludoforge/table'
import type { Table } from '../../terminal/board/index.js'
import { menuLines, promptText } from '../../terminal/play/menu-lines.js'
import { numberQuestion } from '../../terminal/play/menu.js'
import { parseAnswer } from '../../terminal/play/parse-answer.js'
import { type NameContext, resolveName, resolveSimilarName } from '../../terminal/play/resolve-name.js'
import { wrapLine } from '../../terminal/play/wrap.js'
import type { Terminal } from '../../terminal/terminal.js'
import { EXIT } from '../../usage.js'

const HELP = 'Answer by number or name. You can also type why X, back, solution, next or leave.'

/** Serves puzzles until the input ends or the solver quits. */
export async function solve(
  game: LoadedGame,
  puzzles: readonly Puzzle[],
  table: Table,
  terminal: Terminal,
): Promise<number> {
  terminal.out(HELP)
  let solved = 0
  for (const [i, puzzle] of puzzles.entries()) {
    const start = puzzlePosition(game, puzzle)
    terminal.out(['', ...table.lines(start, puzzle.seat, terminal.width), ''].join('\n'))
    const name = game.def.seats.find(({ id }) => id === puzzle.seat)?.name ?? puzzle.seat
    terminal.out(terminal.paint.bold(`Puzzle ${i + 1} of ${puzzles.length}: find the best turn for ${name}.`))
    const end = await solveOne(game, puzzle, table, terminal)
    if (end === 'solved') solved += 1
    if (end === 'left') break
  }
  terminal.out(`${solved} solved.`)
  terminal.input.close()
  return EXIT.ok
}

async function solveOne(
  game: LoadedGame,
  puzzle: Puzzle,
  { labels }: Table,
  terminal: Terminal,
): Promise<'solved' | 'next' | 'left'> {
  const start = puzzlePosition(game, puzzle)
  let choices: readonly Choice[] = []
  for (;;) {
    const { state } = playTurn(game, start, puzzle.seat, choices)
    const decision = game.decision(state, puzzle.seat)
    if (decision === undefined) return 'next'
    const asked = numberQuestion(decision)
    terminal.out(menuLines(asked, labels, terminal.width).join('\n'))
    const line = (await terminal.input.line(promptText(asked)))?.trim()
    if (line === undefined || line === 'leave') return 'left'
    if (line === 'next') return 'next'
    if (line === 'back') choices = choices.slice(0, -1)
    else if (/^why\b/.test(line))
      terminal.out(
        whyLines(game, state, line.slice(3), { asked, labels, seat: puzzle.seat }, terminal.width).join('\n'),
      )
    else if (line === 'solution') {
      const { steps } = playTurn(game, start, puzzle.seat, puzzle.solution)
      const text = steps.map((step) => choiceLabel(game.def, step.decision, step.choice)).join(', ')
      terminal.out(wrapLine(`Solution: ${text}.`, terminal.width).join('\n'))
    } else {
      const parsed = parseAnswer(line, asked)
      if ('problem' in parsed) {
        terminal.out(wrapLine(parsed.problem, terminal.width).join('\n'))
        continue
      }
      const next = [...choices, parsed.choice]
      const { isOver } = playTurn(game, start, puzzle.seat, next)
      choices = isOver ? [] : next
      if (isOver && (await tell(game, puzzle, next, terminal))) return 'solved'
    }
  }
}

/** Why something isn't offered. */
function whyLines(
  game: LoadedGame,
  state: State,
  typed: string,
  context: NameContext,
  width: number,
): readonly string[] {
  const about = typed.trim()
  const meant = resolveName(about, context) ?? resolveSimilarName(about, context)
  const text =
    meant === undefined
      ? `Nothing in this game is called "${printable(about)}".`
      : 'problem' in meant
        ? meant.problem
        : explain(game, state, meant.id, context.seat ?? undefined).summary
  return wrapLine(text, width)
}

/** Judges a whole turn and prints the verdict. */
async function tell(
  game: LoadedGame,
  puzzle: Puzzle,
  choices: readonly Choice[],
  terminal: Terminal,
): Promise<boolean> {
  terminal.status('Checking …')
  const { isSolved, isSolution, scores } = await judgePuzzle(game, puzzle, choices)
  terminal.status('')
  const compared =
    scores === undefined
      ? ''
      : ` Expected score ${Math.round(scores.yours)} %, the best turn has ${Math.round(scores.best)} %.`
  const { paint } = terminal
  if (isSolved)
    terminal.out(paint.green(isSolution ? 'Solved. That is the turn.' : `Solved: about as good.${compared}`))
  else terminal.out(`${paint.red('Not the best turn.')}${compared} Try again, or type solution or next.`)
  return isSolved
}
