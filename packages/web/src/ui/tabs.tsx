import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'

interface Tab<T extends string> {
  readonly id: T
  readonly title: ReactNode
  readonly body: ReactNode
}

interface TabsProps<T extends string> {
  readonly label: string
  readonly tabs: readonly Tab<T>[]
  readonly at: T
  readonly onChange: (id: T) => void
}

/** Tabs. The arrow keys move between them. */
export function Tabs<T extends string>({ label, tabs, at, onChange }: TabsProps<T>): ReactNode {
  const base = useId()
  const list = useRef<HTMLDivElement>(null)
  const current = tabs.findIndex(({ id }) => id === at)
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const next = step === undefined ? undefined : tabs[(current + step + tabs.length) % tabs.length]
    if (next === undefined) return
    event.preventDefault()
    event.stopPropagation()
    onChange(next.id)
    list.current?.querySelector<HTMLElement>(`#${CSS.escape(`${base}-${next.id}`)}`)?.focus()
  }
  return (
    <div className="tabs">
      <div role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {tabs.map(({ id, title }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${base}-${id}`}
            aria-selected={id === at}
            aria-controls={`${base}-page`}
            tabIndex={id === at ? 0 : -1}
            onClick={() => onChange(id)}
          >
            {title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${base}-page`} aria-labelledby={`${base}-${at}`} tabIndex={0}>
        {tabs[current]?.body}
      </div>
    </div>
  )
}
