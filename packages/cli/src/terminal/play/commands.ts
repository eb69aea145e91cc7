/** The commands of a prompt: one table for parsing and for help. */
import { closestName } from '@ludoforge/compiler'
import { pad } from '../board/index.js'
import { type ParsedAnswer, parseAnswer } from './parse-answer.js'
import { type ShownQuestion, numberedLabel, choosableItems } from './menu.js'
import { alternatives, match } from './names.js'
import { wrapLine } from './wrap.js'

export interface CommandWord<Name extends string = string> {
  readonly word: Name
  readonly takes: string // its arguments: in brackets if optional, '' if none
  readonly help: string
}

/** A command with its argument, an error message, or `undefined` if the line isn't a command. */
export type Command<Name extends string> =
  | { readonly command: Name; readonly about: string }
  | { readonly problem: string }
  | undefined

/** Whether a command is available now. */
export type Usable<Name extends string> = (word: Name) => boolean

/** The commands of one kind of prompt. `help` is the one that "?" means. */
export class Commands<Name extends string> {
  readonly #words: readonly Name[]

  /** `idle`: why a line that is no command can't be an answer, where nothing is asked. */
  constructor(
    private readonly table: readonly CommandWord<Name>[],
    private readonly help: NoInfer<Name>,
    private readonly idle: string,
  ) {
    this.#words = [...new Set(table.map(({ word }) => word))]
  }

  /**
   * Parses a command. The exact name of an option is never one, a command's whole word always is, and its beginning is
   * one if no option begins so. A leading `/` always means a command.
   */
  read(line: string, asked: ShownQuestion | undefined, usable: Usable<Name> = () => true): Command<Name> {
    const text = line.trim()
    const forced = text.startsWith('/')
    const [typed = '', ...rest] = (forced ? text.slice(1).trim() : text).split(/\s+/u)
    const word = typed.toLowerCase()
    const about = rest.join(' ')
    const words = this.#words.filter(usable)
    const options =
      forced || asked === undefined || text === '' ? undefined : match(text, choosableItems(asked))
    if (options?.how === 'exact') return undefined
    if (word === '?') return { command: this.help, about }
    const whole = words.find((known) => known === word)
    if (whole !== undefined) return this.#withArgument(whole, about, forced)
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
    if (only !== undefined && others.length === 0) return this.#withArgument(only, about, forced)
    if (options !== undefined) return undefined
    if (only !== undefined) return { problem: `"${typed}" could be the command ${alternatives(prefixed)}.` }
    if (forced)
      return { problem: `There is no command "${typed}".${this.#near(typed, usable)} "?" lists them.` }
    return undefined
  }

  /** Parses a typed line: a command, an answer, or an error message. `asked` is the question on the screen, if any. */
  readLine(
    line: string,
    asked: ShownQuestion | undefined,
    usable: Usable<Name> = () => true,
  ): NonNullable<Command<Name>> | ParsedAnswer {
    const command = this.read(line, asked, usable)
    if (command !== undefined) return command
    if (asked === undefined)
      return {
        problem: `${this.idle}, and "${line.trim()}" isn't a command.${this.#near(line, usable)} "?" lists them.`,
      }
    const entry = parseAnswer(line, asked)
    if (!('unknown' in entry)) return entry
    return { problem: `${entry.problem}${this.#near(line, usable)}` }
  }

  /** The help: how to answer, and all commands, or only those that start with `about`. */
  helpLines(width: number, usable: Usable<Name> = () => true, about = ''): string[] {
    const rows = this.table
      .filter(({ word }) => usable(word))
      .map(({ word, takes, help }) => ({ word, form: takes === '' ? word : `${word} ${takes}`, help }))
    const meant = rows.filter(({ word }) => about === '' || word.startsWith(about.toLowerCase()))
    const widest = Math.max(0, ...rows.map(({ form }) => form.length))
    const lines = meant.flatMap(({ form, help }) => {
      const [first = '', ...more] = wrapLine(help, width - widest - 4)
      return [`  ${pad(form, widest)}  ${first}`, ...more.map((part) => ' '.repeat(widest + 4) + part.trim())]
    })
    if (about !== '')
      return meant.length > 0 ? lines : [`There is no command "${about}".${this.#near(about, usable)}`]
    return [...wrapLine(ANSWER_HELP, width), '', ...lines, '', ...wrapLine(COMMAND_HELP, width)]
  }

  /** Suggests the closest command, as a sentence. Empty if none is close. */
  #near(line: string, usable: Usable<Name>): string {
    const [word = ''] = line.trim().split(/\s+/u)
    const meant = closestName(word, this.#words.filter(usable))
    return meant === undefined ? '' : ` Did you mean the command "${meant}"?`
  }

  #withArgument(command: Name, about: string, forced: boolean): Command<Name> {
    const forms = this.table.filter(({ word }) => word === command).map(({ takes }) => takes)
    if (about !== '' && forms.every((takes) => takes === ''))
      return forced ? { problem: `"${command}" takes nothing after it.` } : undefined
    if (about === '' && forms.every((takes) => takes !== '' && !takes.startsWith('[')))
      return { problem: `Type ${alternatives(forms.map((takes) => `${command} ${takes}`))}.` }
    return { command, about }
  }
}

const ANSWER_HELP = `To answer, type an option's number, name, or start of a name. Several: "1 3 5", "2-4", "mill, ford", "all"; "2x3" or "3 of 2" takes option 2 three times. An empty line chooses none. If there is only one option, a number is the amount. "#2" is always option 2.`
const COMMAND_HELP =
  'You can shorten commands ("b", "l 3"). A "/" in front makes it a command in any case ("/b").'
