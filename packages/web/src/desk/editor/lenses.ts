/** Lenses: lines of facts above examples and actions. */
import { type Extension, type Range, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, ViewPlugin, WidgetType } from '@codemirror/view'
import type { StoreApi } from 'zustand/vanilla'
import type { DeskState, LensFact } from '../desk-state.js'
import type { LanguageClient } from './language-client.js'

/** Facts above a line. */
interface Lens {
  readonly line: number
  readonly facts: readonly LensFact[]
}

const setLenses = StateEffect.define<readonly Lens[]>()

class LensWidget extends WidgetType {
  constructor(readonly facts: readonly LensFact[]) {
    super()
  }

  /** A button must be the same object: it knows what to do when it is pressed. */
  override eq({ facts }: LensWidget): boolean {
    return facts.length === this.facts.length && facts.every((fact, i) => fact === this.facts[i])
  }

  override get estimatedHeight(): number {
    return 24
  }

  override toDOM(): HTMLElement {
    const lens = document.createElement('div')
    lens.className = 'lens'
    for (const fact of this.facts) {
      const isText = typeof fact === 'string'
      const part = lens.appendChild(document.createElement(isText ? 'span' : 'button'))
      part.textContent = isText ? fact : fact.text
      if (!isText) part.addEventListener('click', fact.press)
    }
    return lens
  }

  /** The buttons handle their own presses. */
  override ignoreEvent(): boolean {
    return this.facts.some((fact) => typeof fact !== 'string')
  }
}

const lensField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(shown, { effects, changes, state: { doc } }) {
    let next = shown.map(changes)
    for (const effect of effects)
      if (effect.is(setLenses))
        next = Decoration.set(
          effect.value.flatMap(({ line, facts }): Range<Decoration>[] =>
            line > doc.lines
              ? []
              : [
                  Decoration.widget({ widget: new LensWidget(facts), block: true, side: -1 }).range(
                    doc.line(line).from,
                  ),
                ],
          ),
          true,
        )
    return next
  },
  provide: (field) => EditorView.decorations.from(field),
})

/** A lens that only offers to run the examples has nothing to add: the desk runs them. */
const OFFER = '▶'

/** Lenses of the language server and of the desk, requested again after a check. */
export function lenses(desk: StoreApi<DeskState>, language: LanguageClient, path: string): Extension {
  return [
    lensField,
    ViewPlugin.fromClass(
      class {
        #timer: ReturnType<typeof setTimeout> | undefined
        #isOpen = true
        readonly #stops: readonly (() => void)[]

        constructor(private readonly view: EditorView) {
          this.#stops = [
            language.onDiagnostics((found) => {
              if (found.path === path) this.#later()
            }),
            desk.subscribe((now, before) => {
              if (now.lenses !== before.lenses) this.#later()
            }),
          ]
          this.#later()
        }

        #later(): void {
          clearTimeout(this.#timer)
          this.#timer = setTimeout(() => {
            this.#request().catch((error: unknown) => {
              throw error
            })
          }, 0)
        }

        async #request(): Promise<void> {
          const { doc } = this.view.state
          const found = await language.lenses(path)
          if (!this.#isOpen || !this.view.state.doc.eq(doc)) return
          const facts = new Map<number, LensFact[]>()
          const add = (line: number, fact: LensFact): void => {
            facts.set(line, [...(facts.get(line) ?? []), fact])
          }
          for (const { range, command } of found)
            if (command !== undefined && !command.title.startsWith(OFFER))
              add(range.start.line + 1, command.title)
          for (const source of Object.values(desk.getState().lenses))
            for (const [key, texts] of source) {
              const at = key.lastIndexOf(':')
              if (key.slice(0, at) === path) for (const text of texts) add(Number(key.slice(at + 1)), text)
            }
          const all = [...facts].map(([line, texts]): Lens => ({ line, facts: texts }))
          this.view.dispatch({ effects: setLenses.of(all.toSorted((a, b) => a.line - b.line)) })
        }

        destroy(): void {
          this.#isOpen = false
          clearTimeout(this.#timer)
          for (const stop of this.#stops) stop()
        }
      },
    ),
  ]
}
