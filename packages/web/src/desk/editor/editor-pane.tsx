/** The editor in the page. It is in a shadow tree, where its styles are constructed and the page's policy allows them. */
import { type ReactNode, useEffect, useRef } from 'react'
import { nextProblem } from '../files/next-problem.js'
import { useDeskStore } from '../desk-state.js'
import editorStyles from './editor.css?inline'
import { DeskEditor } from './editor-view.js'
import type { LanguageClient } from './language-client.js'

export function EditorPane({ language }: { readonly language: LanguageClient }): ReactNode {
  const host = useRef<HTMLDivElement>(null)
  const desk = useDeskStore()
  useEffect(() => {
    if (host.current === null) return
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open', delegatesFocus: true })
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(editorStyles)
    root.adoptedStyleSheets = [sheet]
    const frame = document.createElement('div')
    frame.className = 'editor-frame'
    root.append(frame)
    const editor = new DeskEditor(frame, root, desk, language, () => {
      const { problems, place, cursor, open } = desk.getState()
      const next = nextProblem(problems, { path: place.path, line: cursor })
      if (next !== undefined) open(next)
    })
    // The sheet of the editor's own parts comes first, so that ours decides.
    root.adoptedStyleSheets = [...root.adoptedStyleSheets.filter((one) => one !== sheet), sheet]
    return () => {
      editor.close()
      frame.remove()
    }
  }, [desk, language])
  // What is typed here is no key of the table next to it.
  return <div ref={host} className="desk-editor" onKeyDown={(event) => event.nativeEvent.stopPropagation()} />
}
