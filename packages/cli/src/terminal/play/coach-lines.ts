/** What the coach of a guided game says, as lines. */
import type { Coach, CoachNote } from '@ludoforge/client'
import { Refusal, type SuggestedTurn } from '@ludoforge/table'
import type { Labels, ShownTable } from '../board/index.js'
import { lookAtLines } from '../lessons/look-at.js'
import type { Terminal } from '../terminal.js'
import type { ShownQuestion } from './menu.js'
import { wrapLine } from './wrap.js'

const INDENT = '  '

/** The lines above a question: a heading, what the coach says, and what to look at. Empty if the coach is silent. */
export function coachLines(
  note: CoachNote,
  { width, paint }: Pick<Terminal, 'width' | 'paint'>,
  now: ShownTable,
  asked: ShownQuestion,
  labels: Labels,
): string[] {
  const { said, suggests, talk } = note
  const looks = said === undefined ? [] : lookAtLines(said.pointing, now, labels, asked.decision)
  const lines = [
    ...lookBackLines(note, width),
    ...(said === undefined ? [] : indented(said.text, width)),
    ...looks.flatMap((line) => indented(line, width)).map((line) => paint.cyan(line)),
    ...(suggests === 'offered' ? indented('The coach has a suggestion: type "coach".', width) : []),
  ]
  if (lines.length === 0 || talk === 'quiet') return []
  const commands = [
    ...(suggests === undefined ? [] : ['coach']),
    ...(note.hasMore ? ['coach more'] : []),
    'coach quiet',
  ]
  return [`${paint.bold(`Coach, card ${note.card}`)}  ${paint.dim(`(${commands.join(', ')})`)}`, ...lines, '']
}

/** The three lines of a look back. */
export function lookBackLines({ lookBack }: CoachNote, width: number): string[] {
  return lookBack.length === 0
    ? []
    : [...indented('Looking back:', width), ...lookBack.flatMap((line) => indented(`- ${line}`, width))]
}

/** The warning before the end of a turn. */
export function warningLines(
  note: CoachNote | undefined,
  { width, paint }: Pick<Terminal, 'width' | 'paint'>,
): string[] {
  const { text = '' } = note?.warning ?? {}
  return wrapLine(`${text} Give the same answer to play it.`, width).map((line) => paint.yellow(line))
}

/** Runs `coach`, `coach more` or `coach quiet`, and returns the reply. */
export async function coachReply(
  about: string,
  coach: Coach | undefined,
  width: number,
): Promise<readonly string[]> {
  if (coach === undefined) throw new Refusal('bad-message', 'Only a guided game has a coach.')
  const wish = about.toLowerCase()
  if (!['', 'more', 'quiet'].includes(wish))
    throw new Refusal('bad-message', `coach takes "more", "quiet" or nothing, not "${about}".`)
  if (wish === 'quiet') {
    coach.setTalk('quiet')
    return indented('The coach keeps quiet. Type "coach more" to hear it again.', width)
  }
  if (wish === 'more') {
    const before = coach.note.said
    coach.more()
    const { said } = coach.note
    return indented(said === undefined || said === before ? 'Nothing more for now.' : said.text, width)
  }
  if (coach.note.suggests === undefined)
    throw new Refusal(
      'bad-message',
      'The coach suggests whole turns. Ask when a turn begins, or type "hint".',
    )
  await coach.suggest()
  const { suggestion } = coach.note
  if (suggestion === undefined || typeof suggestion === 'string')
    return indented('The coach finds nothing to suggest.', width)
  const [first, second] = suggestion.turns
  return [
    ...(first === undefined ? [] : turnLines(first, width)),
    ...(second === undefined ? [] : [...indented('About as good:', width), ...turnLines(second, width)]),
  ]
}

function turnLines({ text, reasons, answers }: SuggestedTurn, width: number): string[] {
  return [
    ...indented(`${text}: ${reasons.join('; ')}.`, width),
    ...indented(`Answers: ${answers.join(', ')}.`, width),
  ]
}

/** Wraps a text of the coach. */
function indented(text: string, width: number): string[] {
  return wrapLine(text, width - INDENT.length).map((line) => INDENT + line.trimStart())
}
