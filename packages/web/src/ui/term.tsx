/** Terms in texts: pointing at one, focusing or tapping it shows its meaning and its rule. Escape closes it. */
import { type BookTerm, termFinder, type TextPart } from '@ludoforge/look'
import {
  createContext,
  type CSSProperties,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { TermScope } from './term-scope.js'

interface TermsValue {
  readonly find: (text: string) => readonly TextPart[]
  /** Opens the rule of a term. */
  readonly open: (term: BookTerm) => void
  /** Without it, every text underlines its terms. */
  readonly scope?: TermScope
}

const Terms = createContext<TermsValue>({ find: (text) => [{ text }], open: () => {} })

interface TermsProviderProps {
  readonly terms: readonly BookTerm[] | undefined
  readonly open: (term: BookTerm) => void
  /** Underlines a term where it first occurs on the screen, instead of once in each text. */
  readonly isOncePerScreen?: boolean
  readonly children: ReactNode
}

/** Provides the terms of a book to the texts inside. */
export function TermsProvider({
  terms,
  open,
  isOncePerScreen = false,
  children,
}: TermsProviderProps): ReactNode {
  const find = useMemo(() => termFinder(terms ?? []), [terms])
  const scope = useMemo(() => (isOncePerScreen ? new TermScope() : undefined), [isOncePerScreen])
  const value = useMemo(
    () => ({ find, open, ...(scope === undefined ? {} : { scope }) }),
    [find, open, scope],
  )
  return <Terms.Provider value={value}>{children}</Terms.Provider>
}

/** A text with its terms underlined. */
export function TermText({ text }: { readonly text: string }): ReactNode {
  const { find, open, scope } = useContext(Terms)
  const parts = useMemo(() => find(text), [find, text])
  const terms = useMemo(() => parts.flatMap(({ term }) => term ?? []), [parts])
  if (terms.length === 0) return text
  const term = (part: TextPart, i: number): ReactNode =>
    part.term === undefined ? part.text : <Term key={i} text={part.text} term={part.term} open={open} />
  return scope === undefined ? (
    parts.map(term)
  ) : (
    <FirstTerms scope={scope} parts={parts} terms={terms} show={term} />
  )
}

interface FirstTermsProps {
  readonly scope: TermScope
  readonly parts: readonly TextPart[]
  readonly terms: readonly BookTerm[]
  readonly show: (part: TextPart, i: number) => ReactNode
}

/** Underlines the terms that no text before it on the screen has. */
function FirstTerms({ scope, parts, terms, show }: FirstTermsProps): ReactNode {
  const frame = useRef<HTMLSpanElement>(null)
  useLayoutEffect(
    () => (frame.current === null ? undefined : scope.add(frame.current, terms)),
    [scope, terms],
  )
  const firsts = useCallback(
    () => terms.map((term) => (scope.isFirst(term, frame.current) ? '1' : '0')).join(''),
    [scope, terms],
  )
  const marks = useSyncExternalStore(scope.subscribe, firsts)
  return (
    <span ref={frame}>
      {parts.map((part, i) =>
        part.term !== undefined && marks[terms.indexOf(part.term)] === '1' ? show(part, i) : part.text,
      )}
    </span>
  )
}

const WIDTH = 288
const MARGIN = 12
const LEAVING_MS = 160 // the pointer may move from the term to its meaning

/** The place of a meaning: below its term, or above it at the end of the view. */
function tipBelow(button: HTMLButtonElement): CSSProperties {
  const box = button.getBoundingClientRect()
  const left = Math.max(MARGIN, Math.min(box.left, innerWidth - WIDTH - MARGIN))
  const isLow = box.bottom > innerHeight - 140
  return {
    left,
    maxWidth: WIDTH,
    ...(isLow ? { bottom: innerHeight - box.top + 4 } : { top: box.bottom + 4 }),
  }
}

interface TermProps {
  readonly text: string
  readonly term: BookTerm
  readonly open: (term: BookTerm) => void
}

function Term({ text, term, open }: TermProps): ReactNode {
  const [style, setStyle] = useState<CSSProperties>()
  const frame = useRef<HTMLSpanElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  const id = useId()
  const show = (): void => {
    clearTimeout(leaving.current)
    setStyle(button.current === null ? undefined : tipBelow(button.current))
  }
  const hide = (): void => setStyle(undefined)
  const isOpen = style !== undefined
  useEffect(() => () => clearTimeout(leaving.current), [])
  useEffect(() => {
    if (!isOpen) return
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      event.stopPropagation() // the table closes other things with Escape
      hide()
    }
    addEventListener('keydown', onKey, true)
    // Focusing a term below the view scrolls to it, so its meaning moves along.
    const onScroll = (): void => setStyle(button.current === null ? undefined : tipBelow(button.current))
    addEventListener('scroll', onScroll, true)
    return () => {
      removeEventListener('keydown', onKey, true)
      removeEventListener('scroll', onScroll, true)
    }
  }, [isOpen])
  return (
    <span
      ref={frame}
      onMouseEnter={show}
      onMouseLeave={() => {
        // A focused or tapped term stays open, also if the page moves below the pointer.
        const leave = (): void => {
          if (frame.current?.contains(document.activeElement) !== true) hide()
        }
        leaving.current = setTimeout(leave, LEAVING_MS)
      }}
      onBlur={({ relatedTarget }) => {
        if (!(relatedTarget instanceof Node && frame.current?.contains(relatedTarget) === true)) hide()
      }}
    >
      <button
        ref={button}
        type="button"
        className="term"
        aria-describedby={isOpen ? id : undefined}
        onFocus={show}
        onClick={(event) => {
          event.stopPropagation() // a term may be inside something that takes clicks
          show()
        }}
      >
        {text}
      </button>
      {isOpen ? (
        <span className="term-tip" style={style}>
          <span role="tooltip" id={id}>{`${term.name}: ${term.means ?? ''}`}</span>
          {term.rule === undefined || term.at === undefined ? null : (
            <button
              type="button"
              className="link"
              onClick={(event) => {
                event.stopPropagation()
                hide()
                open(term)
              }}
            >
              {/^\d/.test(term.rule) ? `Rule ${term.rule}` : term.rule}
            </button>
          )}
        </span>
      ) : null}
    </span>
  )
}
