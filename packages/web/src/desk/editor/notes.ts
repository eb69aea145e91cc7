/** Notes below lines: the error at the cursor with its fixes, and the story of a line whose sign was pressed. */
import { type Range, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view'

/** A button of a note. */
export interface NoteButton {
  readonly title: string
  /** The key that does the same. */
  readonly key?: string
  readonly run: (view: EditorView) => void
}

/** A note below a line. */
export interface Note {
  readonly kind: 'error' | 'warning' | 'story'
  /** A position in the line. */
  readonly at: number
  /** A paragraph each. */
  readonly text: readonly string[]
  readonly buttons: readonly NoteButton[]
  /** At the right of the buttons. */
  readonly aside?: string
}

/** Shows a note in place of the one of its kind, or none. */
export const setNote = StateEffect.define<{
  readonly slot: 'error' | 'story'
  readonly note: Note | undefined
}>()

class NoteWidget extends WidgetType {
  constructor(readonly note: Note) {
    super()
  }

  override eq({ note }: NoteWidget): boolean {
    return note === this.note
  }

  /** The note with paragraphs of one line. */
  override get estimatedHeight(): number {
    const { text, buttons, aside } = this.note
    return 25 + 19 * text.length + (buttons.length > 0 ? 37 : aside === undefined ? 0 : 25)
  }

  override toDOM(view: EditorView): HTMLElement {
    const { kind, text, buttons, aside } = this.note
    // The editor measures a block without its margins, so the space around the note is the padding of a block.
    const space = element('div', 'note-space')
    const frame = space.appendChild(element('div', `note ${kind}`))
    frame.setAttribute('role', kind === 'story' ? 'note' : 'alert')
    for (const paragraph of text) frame.append(paragraphOf(paragraph))
    if (buttons.length === 0 && aside === undefined) return space
    const row = frame.appendChild(element('div', 'note-row'))
    for (const [i, { title, key, run }] of buttons.entries()) {
      const button = row.appendChild(element('button', i === 0 && kind !== 'story' ? 'main' : ''))
      button.type = 'button'
      button.append(...codeParts(title))
      if (key !== undefined) button.append(' ', textElement('kbd', key))
      button.addEventListener('click', () => run(view))
    }
    if (aside !== undefined) row.append(textElement('span', aside, 'aside'))
    return space
  }

  override ignoreEvent(): boolean {
    return true
  }
}

function paragraphOf(text: string): HTMLElement {
  const paragraph = element('p', '')
  paragraph.append(...codeParts(text))
  return paragraph
}

/** Names in quotes are set as code. */
const codeParts = (text: string): (HTMLElement | string)[] =>
  text.split(/["“”`]/).map((part, i) => (i % 2 === 1 ? textElement('code', part) : part))

function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  className: string,
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name)
  if (className !== '') made.className = className
  return made
}

function textElement(name: 'kbd' | 'code' | 'span', text: string, className = ''): HTMLElement {
  const made = element(name, className)
  made.textContent = text
  return made
}

type Notes = Readonly<Record<'error' | 'story', Note | undefined>>

/** The notes that are open. An edit moves them with their line. */
export const notesField = StateField.define<Notes>({
  create: () => ({ error: undefined, story: undefined }),
  update(notes, { effects, changes, docChanged }) {
    let next = notes
    if (docChanged) {
      const moved = (note: Note | undefined): Note | undefined =>
        note === undefined ? undefined : { ...note, at: changes.mapPos(note.at) }
      next = { error: moved(notes.error), story: moved(notes.story) }
    }
    for (const effect of effects)
      if (effect.is(setNote)) next = { ...next, [effect.value.slot]: effect.value.note }
    return next
  },
  provide: (field) =>
    EditorView.decorations.compute([field, 'doc'], (state): DecorationSet => {
      const ranges: Range<Decoration>[] = []
      for (const note of Object.values(state.field(field))) {
        if (note === undefined || note.at > state.doc.length) continue
        const widget = Decoration.widget({ widget: new NoteWidget(note), block: true, side: 1 })
        ranges.push(widget.range(state.doc.lineAt(note.at).to))
      }
      return Decoration.set(ranges, true)
    }),
})
