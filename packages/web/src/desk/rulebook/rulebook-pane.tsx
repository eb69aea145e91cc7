/** The rulebook of the desk, as players will read it. It follows the editor, and prints as a whole. */
import { locateRule } from '@ludoforge/look'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { type Place, printedChapters } from '../../table/rulebook/book.js'
import { PrintedChapter } from '../../table/rulebook/chapter.js'
import { usePrinting } from '../../table/rulebook/printing.js'
import { Reader } from '../../table/rulebook/rulebook.js'
import { Button } from '../../ui/index.js'
import { type Build, useDesk } from '../desk-state.js'
import './rulebook-pane.css'

export default function RulebookPane(): ReactNode {
  const build = useDesk((desk) => desk.build)
  if (build === undefined)
    return <p className="opening">The rulebook is here as soon as the game compiles.</p>
  return <OpenRulebook build={build} />
}

function OpenRulebook({ build: { book, def } }: { readonly build: Build }): ReactNode {
  const at = useDesk((desk) => desk.place)
  const [place, setPlace] = useState<Place>({ page: 'start' })
  const isPrinting = usePrinting()
  const { path, line = 1, requested } = at
  const latest = useRef(book) // a new book keeps the reader where they are
  useEffect(() => {
    latest.current = book
  }, [book])
  useEffect(() => {
    const found = locateRule(latest.current, { place: `${path}:${line}` })
    if (found !== undefined) setPlace({ page: 'chapter', ...found })
  }, [path, line, requested])
  return (
    <div className="desk-rulebook">
      <Reader book={book} game="" place={place} open={setPlace} under={2} missing="">
        <Button look="quiet" onClick={() => print()}>
          Print
        </Button>
      </Reader>
      {isPrinting
        ? createPortal(
            <div className="book-page desk-print">
              <h1>{def.title}: rulebook</h1>
              {printedChapters(book).map((chapter, i) => (
                <PrintedChapter key={i} chapter={chapter} under={1} />
              ))}
            </div>,
            document.body,
          )
        : null}
    </div>
  )
}
