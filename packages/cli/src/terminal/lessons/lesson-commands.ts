/** The commands in a lesson. */
import { Commands, type CommandWord } from '../play/commands.js'

export const LESSON_WORDS = [
  { word: 'help', takes: '[COMMAND]', help: 'show this list, or one command; also "?"' },
  { word: 'next', takes: '', help: 'read on; also an empty line. At the end: the next lesson' },
  { word: 'hint', takes: '', help: 'show a hint, vague first' },
  { word: 'show', takes: 'me', help: 'let the coach do it' },
  { word: 'back', takes: '', help: 'go back by one answer or card' },
  { word: 'again', takes: '', help: 'do the task again. At the end: the lesson' },
  { word: 'card', takes: '', help: 'repeat what the coach says, and the question' },
  { word: 'board', takes: '', help: 'show the whole board' },
  { word: 'show', takes: 'X', help: 'show a space with its pieces and neighbours, or a card' },
  { word: 'show', takes: 'options [PART]', help: 'list all options, or those that match PART' },
  { word: 'rule', takes: '[N|WORDS]', help: 'read or search the rulebook' },
  { word: 'why', takes: 'X', help: "explain why an option, space or action isn't offered" },
  { word: 'leave', takes: '', help: 'leave the lesson, and continue here next time; also Ctrl-C' },
] as const satisfies readonly CommandWord[]

export type LessonWord = (typeof LESSON_WORDS)[number]['word']

/** Reads the lines that a learner types. */
export const LESSON_COMMANDS = new Commands<LessonWord>(LESSON_WORDS, 'help', 'Nothing is asked here')
