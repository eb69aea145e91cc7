/** *Find anything*: rules, examples, files, names and commands, by typing. */
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { type Place, useDesk } from '../desk-state.js'
import type { LanguageClient } from '../editor/language-client.js'
import { examplesIn, outlineOf } from './outline.js'

/** Something to go to or to do. */
export interface PaletteEntry {
  readonly key: string
  readonly title: string
  /** At the right: the kind, the key or the place. */
  readonly detail: string
  readonly run: () => void
}

const MAX_SHOWN = 60

interface PaletteProps {
  readonly language: LanguageClient
  readonly commands: readonly PaletteEntry[]
  readonly onClose: () => void
}

export function Palette({ language, commands, onClose }: PaletteProps): ReactNode {
  const [query, setQuery] = useState('')
  const [index, setIndex] = useState(0)
  const dialog = useRef<HTMLDialogElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const entries = useEntries(language, commands, query)
  const shown = useMemo(() => matching(entries, query), [entries, query])
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [index, shown])
  const run = (entry: PaletteEntry | undefined): void => {
    if (entry === undefined) return
    dialog.current?.close() // returns the focus, which the entry may then move
    onClose()
    entry.run()
  }
  return (
    <dialog
      ref={dialog}
      className="palette"
      aria-label="Find anything"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose()
      }}
    >
      <input
        className="text"
        role="combobox"
        aria-label="Go to a rule, a name, a command"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={shown[index] === undefined ? undefined : `found-${index}`}
        placeholder="Go to a rule, a name, a command"
        value={query}
        onChange={(event) => {
          setQuery(event.target.value)
          setIndex(0)
        }}
        onKeyDown={(event) => {
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
          if (step !== undefined && shown.length > 0) {
            event.preventDefault()
            setIndex((index + step + shown.length) % shown.length)
          } else if (event.key === 'Enter') {
            event.preventDefault()
            run(shown[index])
          }
        }}
      />
      <ul id="palette-list" role="listbox" aria-label="Results" ref={list}>
        {shown.map((entry, i) => (
          <li
            key={entry.key}
            id={`found-${i}`}
            role="option"
            aria-selected={i === index}
            onClick={() => run(entry)}
            onPointerMove={() => setIndex(i)}
          >
            <span>{entry.title}</span>
            <span className="dim">{entry.detail}</span>
          </li>
        ))}
      </ul>
      {shown.length === 0 ? (
        <p className="dim" role="status">
          Nothing matches.
        </p>
      ) : null}
    </dialog>
  )
}

/** Rules, files, examples and commands are known; names come from the language server. */
function useEntries(
  language: LanguageClient,
  commands: readonly PaletteEntry[],
  query: string,
): readonly PaletteEntry[] {
  const files = useDesk((desk) => desk.files)
  const open = useDesk((desk) => desk.open)
  const [names, setNames] = useState<readonly PaletteEntry[]>([])
  const known = useMemo(() => {
    const entry = (kind: string, title: string, detail: string, place: Place): PaletteEntry => ({
      key: `${kind} ${place.path}:${place.line ?? 0} ${title}`,
      title,
      detail,
      run: () => open(place),
    })
    return [
      ...outlineOf(files).map(({ number, title, path, line }) =>
        entry('rule', `${number} ${title}`, path, { path, line }),
      ),
      ...Object.keys(files).map((path) => entry('file', path, 'file', { path })),
      ...Object.entries(files).flatMap(([path, text]) =>
        examplesIn(path, text).map(({ title, line, rule }) =>
          entry('example', title, rule === undefined ? 'example' : `example of ${rule}`, { path, line }),
        ),
      ),
    ]
  }, [files, open])
  useEffect(() => {
    let isCurrent = true
    if (query === '') return
    language.names(query).then(
      (found) => {
        if (isCurrent)
          setNames(
            found.map(({ name, detail, place }) => ({
              key: `name ${place.path}:${place.line} ${name}`,
              title: name,
              detail,
              run: () => open(place),
            })),
          )
      },
      () => {
        if (isCurrent) setNames([]) // the rest of the list works without the server
      },
    )
    return () => {
      isCurrent = false
    }
  }, [language, query, open])
  return useMemo(() => {
    const titles = new Set(known.map(({ title }) => title))
    return [...known, ...(query === '' ? [] : names.filter(({ title }) => !titles.has(title))), ...commands]
  }, [known, names, commands, query])
}

/** The entries that contain all words of a query, those that start with it first. */
export function matching(entries: readonly PaletteEntry[], query: string): readonly PaletteEntry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const rank = ({ title }: PaletteEntry): number => {
    const text = title.toLowerCase()
    return text.startsWith(query.toLowerCase()) ? 0 : text.includes(query.toLowerCase()) ? 1 : 2
  }
  return entries
    .filter(({ title, detail }) => words.every((word) => `${title} ${detail}`.toLowerCase().includes(word)))
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, MAX_SHOWN)
}
