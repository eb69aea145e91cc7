/** Errors in the editor: squiggles, the note of the one at the cursor, and the keys that go to the next and fix it. */
import { type Diagnostic as Squiggle, setDiagnostics } from '@codemirror/lint'
import type { Extension, Text } from '@codemirror/state'
import { type Command, type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import type { CodeAction, Diagnostic } from 'vscode-languageserver'
import type { LanguageClient } from './language-client.js'
import { type Note, type NoteButton, notesField, setNote } from './notes.js'
import { modKey } from './platform.js'

/** While you type inside a word, its error waits. */
const TYPING_MS = 400

const offset = (doc: Text, { line, character }: Diagnostic['range']['start']): number => {
  if (line >= doc.lines) return doc.length
  const { from, to } = doc.line(line + 1)
  return Math.min(to, from + character)
}

const textOf = ({ message }: Diagnostic): string => (typeof message === 'string' ? message : message.value)

/** Shows the diagnostics of a file as squiggles. */
export function squiggle(view: EditorView, diagnostics: readonly Diagnostic[]): void {
  const { doc } = view.state
  const shown = diagnostics.map((one): Squiggle => {
    const from = offset(doc, one.range.start)
    return {
      from,
      to: Math.max(from, offset(doc, one.range.end)),
      severity: one.severity === 1 ? 'error' : 'warning',
      message: textOf(one),
    }
  })
  view.dispatch(setDiagnostics(view.state, shown))
}

/** Follows the cursor with the note of its error. */
export function problemNotes(language: LanguageClient, path: string): Extension {
  return ViewPlugin.fromClass(
    class {
      #timer: ReturnType<typeof setTimeout> | undefined
      #shown = ''
      readonly #stop: () => void

      constructor(private readonly view: EditorView) {
        this.#stop = language.onDiagnostics((found) => {
          if (found.path !== path) return
          squiggle(view, found.diagnostics)
          this.#later(this.#typedAt === 0 ? 0 : TYPING_MS)
        })
        this.#later(0)
      }

      #typedAt = 0

      update({ docChanged, selectionSet, transactions }: ViewUpdate): void {
        if (!docChanged && !selectionSet) return
        const isTyping = transactions.some(
          (one) => one.isUserEvent('input.type') || one.isUserEvent('delete'),
        )
        this.#typedAt = isTyping ? Date.now() : 0
        this.#later(isTyping ? TYPING_MS : 0)
      }

      /** Shows the note soon: an update can't change the state itself. */
      #later(ms: number): void {
        clearTimeout(this.#timer)
        this.#timer = setTimeout(() => {
          this.#typedAt = 0
          this.#show().catch((error: unknown) => {
            throw error
          })
        }, ms)
      }

      async #show(): Promise<void> {
        const { view } = this
        const { doc, selection } = view.state
        const line = doc.lineAt(selection.main.head).number
        const found = language
          .diagnostics(path)
          .filter(({ range }) => range.start.line + 1 === line)
          .toSorted((a, b) => (a.severity ?? 1) - (b.severity ?? 1))[0]
        const key = found === undefined ? '' : JSON.stringify([found.range, found.message])
        if (
          key === this.#shown &&
          (found === undefined) === (view.state.field(notesField).error === undefined)
        )
          return
        this.#shown = key
        if (found === undefined) {
          view.dispatch({ effects: setNote.of({ slot: 'error', note: undefined }) })
          return
        }
        const fixes = await language.fixes(path, found)
        if (this.#shown !== key) return // the cursor or the text has moved on
        view.dispatch({ effects: setNote.of({ slot: 'error', note: noteOf(view, language, found, fixes) }) })
      }

      destroy(): void {
        clearTimeout(this.#timer)
        this.#stop()
      }
    },
  )
}

function noteOf(
  { state: { doc } }: EditorView,
  language: LanguageClient,
  found: Diagnostic,
  fixes: readonly CodeAction[],
): Note {
  const buttons = fixes.map(
    (fix, i): NoteButton => ({
      title: fix.title,
      ...(i === 0 ? { key: `${modKey}.` } : {}),
      run: (view) => {
        language.apply(fix)
        view.focus()
      },
    }),
  )
  const also = (found.relatedInformation ?? []).map(({ location }) => location.range.start.line + 1)
  return {
    kind: found.severity === 1 ? 'error' : 'warning',
    at: offset(doc, found.range.start),
    text: textOf(found).split('\n'),
    buttons,
    ...(also.length === 0 ? {} : { aside: `causes ${also.length} more, ${linesText(also)}` }),
  }
}

const linesText = (lines: readonly number[]): string =>
  lines.length === 1 ? `line ${lines[0]}` : `lines ${Math.min(...lines)}–${Math.max(...lines)}`

/** Runs the first fix of the error at the cursor. */
export const fixHere: Command = (view) => {
  const [first] = view.state.field(notesField).error?.buttons ?? []
  first?.run(view)
  return true
}
