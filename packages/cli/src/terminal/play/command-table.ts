/** The commands of the prompt: one table for parsing and for help. */
import { closestName } from '@ludoforge/compiler'
import { pad } from '../board/index.js'
import { type ParsedAnswer, parseAnswer } from './parse-answer.js'
import { type ShownQuestion, numberedLabel, choosableItems } from './menu.js'
import { alternatives, match } from './names.js'
import { wrapLine } from './wrap.js'

export interface CommandWord {
  readonly word: string
  readonly takes: string // its arguments: in brackets if optional, '' if none
  readonly help: string
}

export const COMMANDS = [
  { word: 'help', takes: '[COMMAND]', help: 'show this list, or one command; also "?"' },
  { word: 'board', takes: '', help: 'show the whole board' },
  { word: 'log', takes: '[N|all]', help: 'show the last turn, the last N turns, or the whole game' },
  { word: 'show', takes: 'X', help: 'show a space with its pieces and neighbours, or a card' },
  {
    word: 'show',
    takes: 'options [PART]',
    help: 'list all options, or those that match PART',
  },
  { word: 'rule', takes: 'N', help: 'show a section of the rulebook by its number' },
  { word: 'why', takes: 'X', help: "explain why an option, space or action isn't offered" },
  { word: 'preview', takes: 'X', help: 'show what answer X would change, as far as you can know' },
  { word: 'hint', takes: '[AGENT]', help: 'show what a bot would choose' },
  { word: 'undo', takes: '[N]', help: 'undo your last decision, or the last N' },
  { word: 'save', takes: 'FILE', help: 'save the game to this file from now on' },
  { word: 'say', takes: 'TEXT', help: 'chat with the others at the table' },
  { word: 'yes', takes: '', help: "allow another player's undo" },
  { word: 'no', takes: '', help: "refuse another player's undo" },
  { word: 'quit', takes: '', help: 'leave the game; also Ctrl-C' },
] as const satisfies readonly CommandWord[]

export type CommandName = (typeof COMMANDS)[number]['word']

/** A command with its argument, an error message, or `undefined` if the line isn't a command. */
export type Command =
  | { readonly command: CommandName; readonly about: string }
  | { readonly problem: string }
  | undefined

/** Whether a command is available at this table. */
export type Usable = (word: CommandName) => boolean

const WORDS: readonly CommandName[] = [...new Set(COMMANDS.map(({ word }) => word))]

/**
 * Parses a command. The exact name of an option is never one, a command's whole word always is, and its beginning is
 * one if no option begins so. A leading `/` always means a command.
 */
export function readCommand(
  line: string,
  asked: ShownQuestion | undefined,
  usable: Usable = () => true,
): Command {
  const text = line.trim()
  const forced = text.startsWith('/')
  const [typed = '', ...rest] = (forced ? text.slice(1).trim() : text).split(/\s+/u)
  const word = typed.toLowerCase()
  const about = rest.join(' ')
  const words = WORDS.filter(usable)
  const options =
    forced || asked === undefined || text === '' ? undefined : match(text, choosableItems(asked))
  if (options?.how === 'exact') return undefined
  if (word === '?') return { command: 'help', about }
  const whole = words.find((known) => known === word)
  if (whole !== undefined) return withArgument(whole, about, forced)
  const prefixed = /^\p{L}+$/u.test(word) ? words.filter((known) => known.startsWith(word)) : []
  if (prefixed.length > 0 && options?.how === 'begins') {
    const names = options.found.slice(0, 3).map(numberedLabel)
    const more = options.found.length > names.length ? [`${options.found.length - names.length} more`] : []
    const all = [...names, ...more, ...prefixed.map((known) => `the command "${known}"`)]
    return {
      problem: `"${text}" could be ${alternatives(all)}. Type more of it, or "/${text}" for a command.`,
    }
  }
  const [only, ...others] = prefixed
  if (only !== undefined && others.length === 0) return withArgument(only, about, forced)
  if (options !== undefined) return undefined
  if (only !== undefined) return { problem: `"${typed}" could be the command ${alternatives(prefixed)}.` }
  if (forced)
    return { problem: `There is no command "${typed}".${nearCommand(typed, usable)} "?" lists them.` }
  return undefined
}

/** Parses a typed line: a command, an answer, or an error message. `asked` is the question on the screen, if any. */
export function readLine(
  line: string,
  asked: ShownQuestion | undefined,
  usable: Usable = () => true,
): NonNullable<Command> | ParsedAnswer {
  const command = readCommand(line, asked, usable)
  if (command !== undefined) return command
  if (asked === undefined)
    return {
      problem: `It isn't your turn, and "${line.trim()}" isn't a command.${nearCommand(line, usable)} "?" lists them.`,
    }
  const entry = parseAnswer(line, asked)
  if (!('unknown' in entry)) return entry
  return { problem: `${entry.problem}${nearCommand(line, usable)}` }
}

/** Suggests the closest command, as a sentence. Empty if none is close. */
function nearCommand(line: string, usable: Usable = () => true): string {
  const [word = ''] = line.trim().split(/\s+/u)
  const meant = closestName(word, WORDS.filter(usable))
  return meant === undefined ? '' : ` Did you mean the command "${meant}"?`
}

function withArgument(command: CommandName, about: string, forced: boolean): Command {
  const forms = COMMANDS.filter(({ word }) => word === command).map(({ takes }) => takes)
  if (about !== '' && forms.every((takes) => takes === ''))
    return forced ? { problem: `"${command}" takes nothing after it.` } : undefined
  if (about === '' && forms.every((takes) => takes !== '' && !takes.startsWith('[')))
    return { problem: `Type ${alternatives(forms.map((takes) => `${command} ${takes}`))}.` }
  return { command, about }
}

const ANSWER_HELP = `To answer, type an option's number, name, or start of a name. Several: "1 3 5", "2-4", "mill, ford", "all"; "2x3" or "3 of 2" takes option 2 three times. An empty line chooses none. If there is only one option, a number is the amount. "#2" is always option 2.`
const COMMAND_HELP =
  'You can shorten commands ("b", "l 3"). A "/" in front makes it a command in any case ("/b").'

/** The help: how to answer, and all commands, or only those that start with `about`. */
export function helpLines(width: number, usable: Usable = () => true, about = ''): string[] {
  const rows = COMMANDS.filter(({ word }) => usable(word)).map(({ word, takes, help }) => ({
    word,
    form: takes === '' ? word : `${word} ${takes}`,
    help,
  }))
  const meant = rows.filter(({ word }) => about === '' || word.startsWith(about.toLowerCase()))
  const widest = Math.max(0, ...rows.map(({ form }) => form.length))
  const lines = meant.flatMap(({ form, help }) => {
    const [first = '', ...more] = wrapLine(help, width - widest - 4)
    return [`  ${pad(form, widest)}  ${first}`, ...more.map((part) => ' '.repeat(widest + 4) + part.trim())]
  })
  if (about !== '')
    return meant.length > 0 ? lines : [`There is no command "${about}".${nearCommand(about, usable)}`]
  return [...wrapLine(ANSWER_HELP, width), '', ...lines, '', ...wrapLine(COMMAND_HELP, width)]
}
