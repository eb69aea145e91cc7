/** The commands at a table. */
import { Commands, type CommandWord } from './commands.js'

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
  {
    word: 'rule',
    takes: '[N|WORDS]',
    help: 'read or search the rulebook; "code" adds how it runs',
  },
  { word: 'why', takes: 'X', help: "explain why an option, space or action isn't offered" },
  {
    word: 'preview',
    takes: '[X]',
    help: 'show what each option, or X, would change',
  },
  { word: 'hint', takes: '[AGENT]', help: 'show what a bot would choose' },
  { word: 'coach', takes: '[more|quiet]', help: 'suggest a turn, say more, or keep quiet' },
  { word: 'undo', takes: '[N]', help: 'undo your last decision, or the last N' },
  { word: 'save', takes: 'FILE', help: 'save the game to this file from now on' },
  { word: 'say', takes: 'TEXT', help: 'chat with the others at the table' },
  { word: 'yes', takes: '', help: "agree to another player's request" },
  { word: 'no', takes: '', help: "refuse another player's request" },
  { word: 'quit', takes: '', help: 'leave the game; also Ctrl-C' },
] as const satisfies readonly CommandWord[]

export type CommandName = (typeof COMMANDS)[number]['word']

/** Reads the lines that a player types. */
export const TABLE_COMMANDS = new Commands<CommandName>(COMMANDS, 'help', "It isn't your turn")
