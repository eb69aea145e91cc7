/** What names are at the table now: in the explanation at the pointer, and in the story of a line. */
import type { Extension } from '@codemirror/state'
import { type EditorView, hoverTooltip, type Tooltip } from '@codemirror/view'
import type { ValuedName } from '@ludoforge/desk/session'
import type { StoreApi } from 'zustand/vanilla'
import type { DeskState } from '../desk-state.js'
import { gameOf } from '../game/use-game.js'
import type { LanguageClient, NameAt } from './language-client.js'

/** A name in the text, and what it is now. */
interface NameNow {
  readonly from: number
  readonly to: number
  /** What it is, in one line. */
  readonly signature: string
  /** A sentence. Absent if the name has no value at the table. */
  readonly now?: string
}

/** Finds the name at a position of a file. */
export type FindName = (view: EditorView, at: number) => Promise<NameNow | undefined>

/** Looks for names with the language server, and for their values at the table of the desk. */
export function nameFinder(desk: StoreApi<DeskState>, language: LanguageClient, path: string): FindName {
  return async (view, at) => {
    const { doc } = view.state
    const { number, from } = doc.lineAt(at)
    const found = await language.nameAt(path, { line: number - 1, character: at - from })
    if (found === null) return undefined
    const valued = valuedName(found)
    const value = valued === undefined ? undefined : await gameOf(desk).nameNow(valued)
    if (!view.state.doc.eq(doc)) return undefined // it was edited meanwhile
    const { start, end } = found.range
    const line = doc.line(start.line + 1).from
    return {
      from: line + start.character,
      to: line + end.character,
      signature: found.signature,
      ...(value === undefined ? {} : { now: `At the table now: ${value}` }),
    }
  }
}

function valuedName({ name, kind }: NameAt): ValuedName | undefined {
  return kind === 'variable' || kind === 'function' || kind === 'option' ? { name, kind } : undefined
}

/** Adds what a name is now to its explanation. */
export function namesNow(find: FindName, hoverTime: number): Extension {
  const explain = async (view: EditorView, at: number): Promise<Tooltip | null> => {
    const found = await find(view, at)
    const now = found?.now
    if (found === undefined || now === undefined) return null
    const create = (): { readonly dom: HTMLElement } => {
      const dom = document.createElement('p')
      dom.className = 'name-now'
      dom.textContent = now
      return { dom }
    }
    return { pos: found.from, end: found.to, above: true, create }
  }
  return hoverTooltip(explain, { hideOn: ({ docChanged }) => docChanged, hoverTime })
}
