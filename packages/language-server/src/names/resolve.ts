/** What the word at a place means. */
import type { Span } from '@ludoforge/compiler/editing'
import type { Position } from 'vscode-languageserver'
import type { Local } from './locals.js'
import { type Definition, isHeadWord, type NameIndex, type WordAt } from './name-index.js'
import { yamlWords } from './yaml-words.js'

/** A word, and what it can mean: something local, or names of the game. */
export interface Resolved {
  readonly text: string
  readonly span: Span
  /** In rules, examples and lessons: the word with the part around it. */
  readonly word?: WordAt
  readonly locals: readonly Local[]
  readonly meanings: readonly Definition[]
}

/** Resolves the word at a position of a file. Returns `undefined` if there is none. */
export function resolveAt(
  names: NameIndex,
  path: string,
  { line, character }: Position,
): Resolved | undefined {
  const word = names.wordAt(path, line + 1, character)
  if (word !== undefined) {
    const { text, span } = word.token
    const locals = names.localOf(word)
    return { text, span, word, locals, meanings: locals.length > 0 ? [] : meaningsIn(names, word) }
  }
  const data = names.compilation.blocks.filter(({ file, lang }) => file === path && lang === 'yaml')
  for (const block of data)
    for (const { text, line: at, column } of yamlWords(block))
      if (at === line + 1 && character >= column - 1 && character <= column - 1 + text.length)
        return {
          text,
          span: { file: path, line: at, column, length: text.length },
          locals: [],
          meanings: names.meanings(text),
        }
  return undefined
}

/** The meanings of a word in its line. After `X of Y` a name may be that of an action of pieces: `unshaded of card-3`. */
function meaningsIn(names: NameIndex, { token, line, index }: WordAt): readonly Definition[] {
  if (isHeadWord(token, index)) return []
  const tied =
    line[index + 1]?.text === 'of' ? names.meanings(`${token.text}-of-${line[index + 2]?.text}`) : []
  const own = names.meanings(token.text)
  if (tied.length > 0) return tied
  // Before a bracket is a function or a procedure, also if a value has the same name.
  const isCall = line[index + 1]?.text === '(' && line[index + 1]?.kind === 'mark'
  const called = own.filter(({ kind }) => ['function', 'procedure', 'action'].includes(kind))
  return isCall && called.length > 0 ? called : own
}
