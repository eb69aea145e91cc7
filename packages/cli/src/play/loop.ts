import { type Decision, LudoError } from '@ludoforge/kernel'
import { BadTrace } from '@ludoforge/kernel'
import type { Table } from '../board/index.js'
import type { Terminal } from '../terminal.js'
import { outcomeLines, Story } from './log.js'
import { meaningOf } from './meaning.js'
import { type Asked, Menu } from './menu.js'
import { promptText } from './menu-lines.js'
import { explanationLines } from './reasons.js'
import { boardNews, screenLines } from './screen.js'
import type { Session, Waiting } from './session.js'
import { type CommandName, helpLines, readLine } from './words.js'
import { wrapped } from './wrap.js'

/** How a sitting ended. */
export type Ending = 'over' | 'left'

/** Plays a session in a terminal until the game is over, the person leaves, or the input ends. */
export async function playLoop(
  session: Session,
  table: Table,
  terminal: Terminal,
  firstLine?: string,
): Promise<Ending> {
  const waiting = firstLine === undefined ? [] : [firstLine]
  const shown: Shown = { board: [], seat: '' }
  const menu = new Menu()
  const wait = waitingAt(terminal, table)
  const advance = async (): Promise<Decision | undefined> => {
    const found = await session.advance(wait.thinking)
    wait.end()
    return found
  }
  let decision = await advance()
  while (decision !== undefined) {
    const { seat } = decision
    const turn = session.decisions.findLastIndex((made) => made.seat !== seat)
    const why = (option: string) => session.game.explain(session.state, option, seat)
    const asked = await menu.ask(decision, `${seat} ${turn}`, why)
    show(session, table, terminal, asked, shown)
    const answered = await askUntilAnswered(session, table, terminal, asked, waiting)
    if (!answered) return 'left'
    decision = await advance()
  }
  showEnd(session, table, terminal)
  return 'over'
}

const SHORT = 500 // milliseconds that nobody need be told of

/** Tells that a bot thinks, once that takes a while; Ctrl-C makes it answer at once. */
function waitingAt(terminal: Terminal, { labels }: Table): { thinking: Waiting; end: () => void } {
  let shown = false
  let release: (() => void) | undefined
  const end = (): void => {
    release?.()
    release = undefined
    if (shown) terminal.status('')
    shown = false
  }
  return {
    end,
    thinking: (seat) => {
      const since = performance.now()
      let stopped = false
      end()
      return {
        stopped: () => stopped,
        progress: (spent) => {
          if (performance.now() - since < SHORT) return
          release ??= terminal.onInterrupt(() => {
            stopped = true
          })
          shown = true
          terminal.status(`${labels.seat(seat)} is thinking… ${Math.floor(100 * spent)} %`)
        },
      }
    },
  }
}

/** The board that was shown last, and to whom. */
interface Shown {
  board: readonly string[]
  seat: string
}

function show(session: Session, table: Table, terminal: Terminal, asked: Asked, shown: Shown): void {
  const { labels } = table
  const { seat } = asked.decision
  const news = newsFor(session, table, seat, terminal.width)
  const board = table.lines(session.state, seat, terminal.width)
  const part = boardNews(board, shown.seat === seat ? shown.board : [], labels)
  const decided = session.decisions.some((made) => made.seat === seat)
  const since = decided ? 'Since your last decision' : 'So far'
  terminal.out(screenLines(part, news, asked, labels, terminal.width, since).join('\n'))
  shown.board = board
  shown.seat = seat
}

/** The news of a seat, as it may know them, or as somebody else who looks on may. */
function newsFor(
  session: Session,
  { labels }: Table,
  seat: string,
  width: number,
  as: string | null = seat,
): readonly string[] {
  const { events, before } = session.news(seat)
  const story = new Story(labels, as)
  story.tell(before)
  const mark = story.mark()
  story.tell(events)
  return story.digest(mark, width - 2, MAX_NEWS)
}

const MAX_NEWS = 16

/** Reads lines until one of them is a legal answer, or takes decisions back; false: the person leaves. */
async function askUntilAnswered(
  session: Session,
  table: Table,
  terminal: Terminal,
  asked: Asked,
  waiting: string[],
): Promise<boolean> {
  for (;;) {
    const line = waiting.shift() ?? (await terminal.input.line(promptText(asked)))
    if (line === undefined) return false
    const read = readLine(line, asked, isUsable)
    if ('problem' in read) {
      for (const part of wrapped(read.problem, terminal.width)) terminal.out(terminal.paint.yellow(part))
      continue
    }
    if ('command' in read) {
      const done = runCommand(read.command, read.about, session, table, terminal, asked)
      if (done === 'leave') return false
      if (done === 'again') return true
      continue
    }
    try {
      session.answer(read.choice)
      // Others look at the same screen.
      if (asked.decision.secret && session.humans.length > 1) terminal.input.unshow()
      return true
    } catch (error) {
      if (!(error instanceof LudoError) || error.code !== 'illegal-choice') throw error
      terminal.out(terminal.paint.yellow(error.message))
    }
  }
}

type Done = 'leave' | 'again' | 'done'

const USABLE: readonly CommandName[] = ['help', 'board', 'log', 'why', 'undo', 'save', 'quit']
const isUsable = (word: CommandName): boolean => USABLE.includes(word)

function runCommand(
  command: CommandName,
  about: string,
  session: Session,
  table: Table,
  terminal: Terminal,
  asked: Asked,
): Done {
  const { seat } = asked.decision
  switch (command) {
    case 'help':
      terminal.out(helpLines(terminal.width, isUsable, about).join('\n'))
      return 'done'
    case 'board':
      terminal.out(table.lines(session.state, seat, terminal.width).join('\n'))
      return 'done'
    case 'log':
      terminal.out(wholeLog(session, table, seat, terminal.width))
      return 'done'
    case 'quit':
      return 'leave'
    case 'undo':
      return takeBack(session, terminal)
    case 'why':
      terminal.out(explain(session, asked, table, about, terminal.width).join('\n'))
      return 'done'
    case 'save':
      terminal.out(save(session, about))
      return 'done'
    default:
      return 'done'
  }
}

/** Anything can be taken back, but it is said what cannot be unseen. */
function takeBack(session: Session, terminal: Terminal): Done {
  const { rolled, revealed } = session.undoes
  if (!session.undo()) {
    terminal.out('There is nothing to take back.')
    return 'done'
  }
  const seen = [rolled ? 'something was rolled' : '', revealed ? 'something hidden was shown' : '']
  const regret = seen.filter((part) => part !== '').join(', and ')
  if (regret !== '') terminal.out(terminal.paint.yellow(`Taken back, although ${regret}.`))
  return 'again'
}

/** Things may be named by what people read on the screen. */
function explain(
  { game, state }: Session,
  asked: Asked,
  { labels }: Table,
  about: string,
  width: number,
): string[] {
  const { seat } = asked.decision
  const meant = meaningOf(about, { asked, labels, seat })
  if (meant !== undefined && 'problem' in meant) return wrapped(meant.problem, width)
  return explanationLines(game.explain(state, meant?.id ?? about, seat), labels, width, meant?.label)
}

function wholeLog(session: Session, { labels }: Table, seat: string | null, width: number): string {
  const story = new Story(labels, seat)
  story.tell(session.events())
  return story.turns('all', width).join('\n')
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

function showEnd(session: Session, table: Table, terminal: Terminal): void {
  const { game, state, humans } = session
  const { labels } = table
  const [me = null] = humans
  const seat = humans.length === 1 ? me : null
  if (me === null) terminal.out(wholeLog(session, table, null, terminal.width)) // a game to watch
  const news = me === null ? [] : newsFor(session, table, me, terminal.width, seat)
  const board = table.lines(state, seat, terminal.width)
  terminal.out(screenLines(board, news, undefined, labels, terminal.width).join('\n'))
  const outcome = game.outcome(state)
  terminal.out(
    `\n${(outcome === undefined ? ['The game is over.'] : outcomeLines(outcome, labels)).join('\n')}`,
  )
}
