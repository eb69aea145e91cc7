import { bookOf } from '@ludoforge/look/node'
import { findGame, load } from '../games.js'
import { ruleLines } from '../terminal/play/rule-lines.js'
import type { Terminal } from '../terminal/terminal.js'
import { EXIT } from '../usage.js'

export interface RulesOptions {
  readonly code: boolean
}

/** Prints a section of the rulebook, what a search finds in it, or its start. */
export async function rules(
  name: string,
  about: readonly string[],
  { code }: RulesOptions,
  terminal: Terminal,
): Promise<number> {
  const found = findGame(name)
  const book = await bookOf(found.kind === 'folder' ? found.path : undefined, await load(found))
  const request = {
    about: about.join(' ').trim(),
    withCode: code,
    codeCommand: (section: string) => `${terminal.command} rules ${name} ${section} --code`,
  }
  terminal.out(ruleLines(book, request, terminal).join('\n'))
  return EXIT.ok
}
