/** The story of a line, below it: what its signs tell, and the name at the cursor. */
import type { EditorView } from '@codemirror/view'
import { storyAt } from './gutters.js'
import type { FindName } from './names-now.js'
import { notesField, setNote } from './notes.js'

/** Opens the story of a line below it, or closes it. */
export function toggleStory(view: EditorView, line: number): void {
  const { from } = view.state.doc.line(line)
  show(view, isOpen(view, from) ? undefined : from, storyAt(view, line))
}

/** Opens the story of the line at the cursor with the name there, or closes it. */
export async function toggleStoryOfName(view: EditorView, find: FindName): Promise<void> {
  const { head } = view.state.selection.main
  const { from, number } = view.state.doc.lineAt(head)
  if (isOpen(view, from)) {
    show(view, undefined, [])
    return
  }
  const found = await find(view, head)
  if (view.state.selection.main.head !== head) return // the cursor has moved on
  const { signature, now } = found ?? {}
  show(view, from, [
    ...(signature === undefined ? [] : [`\`${signature}\``]),
    ...(now === undefined ? [] : [now]),
    ...storyAt(view, number),
  ])
}

function isOpen(view: EditorView, from: number): boolean {
  const { story } = view.state.field(notesField)
  return story !== undefined && view.state.doc.lineAt(story.at).from === from
}

function show(view: EditorView, at: number | undefined, text: readonly string[]): void {
  const note =
    at === undefined || text.length === 0 ? undefined : ({ kind: 'story', at, text, buttons: [] } as const)
  view.dispatch({ effects: setNote.of({ slot: 'story', note }) })
}
