/** The editor: one view, and a state for each file that was opened. */
import { closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { bracketMatching, codeFolding, foldGutter, foldKeymap, indentUnit } from '@codemirror/language'
import {
  findReferences,
  formatDocument,
  hoverTooltips,
  jumpToDefinition,
  renameSymbol,
  serverCompletion,
} from '@codemirror/lsp-client'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { Annotation, Compartment, EditorState, type Extension } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
} from '@codemirror/view'
import type { StoreApi } from 'zustand/vanilla'
import type { DeskState } from '../desk-state.js'
import { isDataFile } from './blocks.js'
import { uriOf } from './file-uris.js'
import { folding } from './folding.js'
import { gutters, onSign, setLineFacts } from './gutters.js'
import { highlighting } from './highlighting.js'
import type { LanguageClient } from './language-client.js'
import { lenses } from './lenses.js'
import { lineFacts } from './line-facts.js'
import { toggleStory, toggleStoryOfName } from './line-story.js'
import { nameFinder, namesNow } from './names-now.js'
import { notesField } from './notes.js'
import { fixHere, problemNotes, squiggle } from './problems.js'
import { textChange } from './text-change.js'

/** A change that comes from the desk, which knows it already. */
const fromDesk = Annotation.define<true>()

/** How long the pointer rests on a name before it is explained, in ms. */
const HOVER_MS = 400

/** Editing the files of a desk. */
export class DeskEditor {
  readonly view: EditorView
  readonly #states = new Map<string, EditorState>()
  readonly #readOnly = new Compartment()
  readonly #stops: (() => void)[] = []
  #path: string

  constructor(
    parent: HTMLElement,
    root: ShadowRoot,
    private readonly desk: StoreApi<DeskState>,
    private readonly language: LanguageClient,
    private readonly nextError: () => void,
  ) {
    const { place } = desk.getState()
    this.#path = place.path
    this.view = new EditorView({ state: this.#stateOf(place.path), parent, root })
    this.#goTo(place.line)
    this.#showFacts()
    this.#stops.push(desk.subscribe((now, before) => this.#follow(now, before)))
  }

  get path(): string {
    return this.#path
  }

  #follow(now: DeskState, before: DeskState): void {
    if (now.place !== before.place) this.#open(now.place.path, now.place.line)
    const text = now.files[this.#path]
    if (now.files !== before.files && text !== undefined) this.#take(text)
    if (now.isReadOnly !== before.isReadOnly)
      this.view.dispatch({ effects: this.#readOnly.reconfigure(readOnly(now.isReadOnly)) })
    if (now.marks !== before.marks || now.problems !== before.problems || now.before !== before.before)
      this.#showFacts()
  }

  /** Takes over a text that was changed elsewhere. */
  #take(text: string): void {
    const change = textChange(this.view.state.doc.toString(), text)
    if (change !== undefined)
      this.view.dispatch({ changes: change, annotations: fromDesk.of(true), userEvent: 'desk' })
  }

  #open(path: string, line: number | undefined): void {
    if (path !== this.#path) {
      this.#states.set(this.#path, this.view.state)
      this.#path = path
      this.view.setState(this.#states.get(path) ?? this.#stateOf(path))
      this.#take(this.desk.getState().files[path] ?? '')
      this.view.dispatch({ effects: this.#readOnly.reconfigure(readOnly(this.desk.getState().isReadOnly)) })
      this.#showFacts()
      squiggle(this.view, this.language.diagnostics(path))
    }
    this.#goTo(line)
    this.view.focus()
  }

  #goTo(line: number | undefined): void {
    if (line === undefined) return
    const { doc } = this.view.state
    const { from, text } = doc.line(Math.min(Math.max(line, 1), doc.lines))
    const at = from + (/^\s*/.exec(text)?.[0].length ?? 0)
    this.view.dispatch({
      selection: { anchor: at },
      effects: EditorView.scrollIntoView(at, { y: 'center' }),
    })
  }

  #showFacts(): void {
    this.view.dispatch({ effects: setLineFacts.of(lineFacts(this.desk.getState(), this.#path)) })
  }

  #stateOf(path: string): EditorState {
    const { files, isReadOnly } = this.desk.getState()
    return EditorState.create({
      doc: files[path] ?? '',
      extensions: [this.#extensions(path), this.#readOnly.of(readOnly(isReadOnly))],
    })
  }

  #extensions(path: string): Extension {
    const { desk, language } = this
    const findName = nameFinder(desk, language, path)
    return [
      isDataFile.of(!/\.md$/i.test(path)),
      EditorView.contentAttributes.of({ 'aria-label': `Text of ${path}`, tabindex: '0' }),
      EditorView.lineWrapping,
      indentUnit.of('  '),
      history(),
      highlighting,
      gutters,
      codeFolding(),
      folding,
      foldGutter({ openText: '▾', closedText: '▸' }),
      notesField,
      lenses(desk, language, path),
      problemNotes(language, path),
      onSign.of((view, line) => toggleStory(view, line)),
      highlightSpecialChars(),
      drawSelection(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      highlightSelectionMatches(),
      bracketMatching(),
      closeBrackets(),
      serverCompletion(),
      hoverTooltips({ hoverTime: HOVER_MS }),
      namesNow(findName, HOVER_MS),
      language.lsp.plugin(uriOf(path), /\.md$/i.test(path) ? 'markdown' : 'yaml'),
      EditorView.updateListener.of(({ docChanged, state, transactions, selectionSet }) => {
        if (docChanged && !transactions.every((one) => one.annotation(fromDesk) === true))
          desk.getState().edit({ [path]: state.doc.toString() })
        if (selectionSet || docChanged)
          desk.getState().setCursor(state.doc.lineAt(state.selection.main.head).number)
      }),
      keymap.of([
        { key: 'Mod-.', run: fixHere, preventDefault: true },
        {
          key: 'F8',
          run: () => {
            this.nextError()
            return true
          },
          preventDefault: true,
        },
        { key: 'F12', run: jumpToDefinition, preventDefault: true },
        { key: 'Shift-F12', run: findReferences, preventDefault: true },
        { key: 'F2', run: renameSymbol, preventDefault: true },
        { key: 'Shift-Alt-f', run: formatDocument, preventDefault: true },
        {
          key: 'Mod-i',
          run: (view) => {
            void toggleStoryOfName(view, findName)
            return true
          },
          preventDefault: true,
        },
        ...closeBracketsKeymap,
        ...completionKeymap,
        ...searchKeymap,
        ...foldKeymap,
        ...historyKeymap,
        ...defaultKeymap,
        indentWithTab,
      ]),
    ]
  }

  close(): void {
    for (const stop of this.#stops) stop()
    this.view.destroy()
  }
}

const readOnly = (is: boolean): Extension => [EditorState.readOnly.of(is), EditorView.editable.of(!is)]
