/** The names of questions, as policies and lessons write them. */
import type { LinkedGame } from '@ludoforge/kernel/internal'
import type { QuestionName } from './entries.js'

/** Returns the name of a linked question. */
export function questionName(game: LinkedGame, question: number): QuestionName {
  const { kind, name, ids, routine } = game.linked.machine.linker.question(question)
  const menu = kind === 'alternatives'
  return { ...routineName(game, routine), kind: menu ? 'menu' : kind, name: menu ? null : name, ids }
}

/** Returns the procedure of a question, and whether it is a window. */
export function routineName(
  { def }: LinkedGame,
  routine: number,
): Pick<QuestionName, 'procedure' | 'inWindow'> {
  const found = def.procedures.at(routine) // blocks of the workbench come after them
  return { procedure: found?.id ?? '', inWindow: found?.kind === 'window' }
}
