import { type Decision, LudoError, type State } from '@ludoforge/kernel'
import { BadTrace } from '@ludoforge/sim'
import { boardLines, type Labels } from '../board/index.js'
import type { Terminal } from '../terminal.js'
import { readEntry } from './entry.js'
import { logLines, outcomeLines } from './log.js'
import { explanationLines, HELP, promptText, screenLines } from './screen.js'
import type { Session } from './session.js'

/** How a sitting ended. */
export type Ending = 'over' | 'left'

/** Plays a session in a terminal until the game is over, the person leaves, or the input ends. */
export async function playLoop(
  session: Session,
  labels: Labels,
  terminal: Terminal,
  firstLine?: string,
): Promise<Ending> {
  const waiting = firstLine === undefined ? [] : [firstLine]
  const shown = { board: '' }
  let decision = session.advance()
  while (decision !== undefined) {
    show(session, labels, terminal, decision, shown)
    const answered = await askUntilAnswered(session, labels, terminal, decision, waiting)
    if (!answered) return 'left'
    decision = session.advance()
  }
  showEnd(session, labels, terminal)
  return 'over'
}

/** In the middle of a move the board is often the one above: it is not shown again. */
function show(
  session: Session,
  labels: Labels,
  terminal: Terminal,
  { seat }: Decision,
  shown: { board: string },
): void {
  const view = session.game.view(session.state, seat)
  const news = logLines(session.news(seat), labels, seat)
  const board = boardLines(view, labels, terminal.width)
  const text = board.join('\n')
  terminal.out(screenLines(view, news, labels, terminal.width, text === shown.board ? [] : board).join('\n'))
  shown.board = text
}

/** Reads lines until one of them is a legal answer, or takes decisions back; false: the person leaves. */
async function askUntilAnswered(
  session: Session,
  labels: Labels,
  terminal: Terminal,
  decision: Decision,
  waiting: string[],
): Promise<boolean> {
  for (;;) {
    const line = waiting.shift() ?? (await terminal.input.line(promptText(decision)))
    if (line === undefined) return false
    const command = runCommand(line.trim(), session, labels, terminal, decision)
    if (command === 'leave') return false
    if (command === 'again') return true
    if (command === 'done') continue
    const entry = readEntry(line, decision)
    if ('problem' in entry) {
      terminal.out(labels.paint.yellow(entry.problem))
      continue
    }
    try {
      session.answer(entry.choice)
      return true
    } catch (error) {
      if (!(error instanceof LudoError) || error.code !== 'illegal-choice') throw error
      terminal.out(labels.paint.yellow(error.message))
    }
  }
}

type Command = 'leave' | 'again' | 'done' | 'none'

function runCommand(
  line: string,
  session: Session,
  labels: Labels,
  terminal: Terminal,
  { seat }: Decision,
): Command {
  const [word = '', ...rest] = line.split(/\s+/)
  const about = rest.join(' ')
  if (about === '') {
    switch (word) {
      case '?':
      case 'help':
        terminal.out(HELP)
        return 'done'
      case 'b':
        terminal.out(boardLines(session.game.view(session.state, seat), labels, terminal.width).join('\n'))
        return 'done'
      case 'l':
        terminal.out(logLines(session.events(), labels, seat).join('\n'))
        return 'done'
      case 'q':
      case 'quit':
        return 'leave'
      case 'undo':
        if (session.undo()) return 'again'
        terminal.out('There is nothing to take back.')
        return 'done'
      case 'save':
        terminal.out('Name a file: save FILE')
        return 'done'
      case 'why':
        terminal.out('Name an option: why X')
        return 'done'
    }
    return 'none'
  }
  if (word === 'why') {
    terminal.out(explain(session, session.state, labels, about).join('\n'))
    return 'done'
  }
  if (word === 'save') {
    terminal.out(save(session, about))
    return 'done'
  }
  return 'none'
}

function explain(session: Session, state: State, labels: Labels, about: string): string[] {
  const decision = session.game.decision(state)
  const zone = session.game.def.zones.find(({ name }) => name.toLowerCase() === about.toLowerCase())
  const option = decision?.options[/^\d+$/.test(about) ? Number(about) - 1 : -1]
  return explanationLines(session.game.explain(state, option?.id ?? zone?.id ?? about), labels)
}

function save(session: Session, file: string): string {
  try {
    session.saveTo(file)
    return `Saved. Go on later with: ludoforge play --resume ${file}`
  } catch (error) {
    if (error instanceof BadTrace) return error.message
    throw error
  }
}

function showEnd(session: Session, labels: Labels, terminal: Terminal): void {
  const { game, state, humans } = session
  const [me = null] = humans
  const seat = humans.length === 1 ? me : null
  if (me === null) terminal.out(logLines(session.events(), labels, null).join('\n')) // bots only: a game to watch
  const news = me === null ? [] : logLines(session.news(me), labels, seat)
  terminal.out(screenLines(game.view(state, seat), news, labels, terminal.width).join('\n'))
  const outcome = game.outcome(state)
  terminal.out(
    `\n${(outcome === undefined ? ['The game is over.'] : outcomeLines(outcome, labels)).join('\n')}`,
  )
}
