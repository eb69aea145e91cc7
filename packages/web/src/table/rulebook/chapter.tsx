/** A page of the rulebook: prose, with folded code and tables between it. */
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import type { Block, Chapter, Place } from './book.js'
import { DataTables, Fold } from './fold.js'
import { MarkdownBlock } from './markdown.js'

interface ChapterTextProps {
  readonly chapter: Chapter
  readonly place: Place
  /** Follows a link in a file. */
  readonly onLink: (from: string, address: string) => void
  readonly onSection?: (line: number) => void
  readonly under: number
}

const CONTEXT_PX = 96 // pixels of context above the target

export function ChapterText({ chapter, place, onLink, onSection, under }: ChapterTextProps): ReactNode {
  const frame = useRef<HTMLDivElement>(null)
  const scrolls = place.page === 'chapter' && place.line > 1
  useEffect(() => {
    const panel = scrollerOf(frame)
    const target = scrolls ? frame.current?.querySelector('.sought') : undefined
    if (panel === undefined) return
    if (target === null || target === undefined) {
      panel.scrollTo(0, 0)
      return
    }
    const tools = panel.querySelector('.book-tools')?.getBoundingClientRect().height ?? 0
    const distance = target.getBoundingClientRect().top - panel.getBoundingClientRect().top
    panel.scrollTo(0, panel.scrollTop + distance - Math.max(CONTEXT_PX, tools + CONTEXT_PX / 2))
  }, [place, scrolls])
  useSectionInView(frame, onSection)
  const level = under - outermost(chapter)
  return (
    <div className="chapter" ref={frame}>
      {chapter.blocks.map((block) => (
        <div
          key={`${block.path}:${block.line}`}
          className={`block${scrolls && isSought(block, place) ? ' sought' : ''}`}
          data-line={block.is === 'prose' && block.token.type === 'heading' ? block.line : undefined}
        >
          <BlockText block={block} place={place} onLink={onLink} under={level} />
        </div>
      ))}
    </div>
  )
}

/** The levels that the first page skips: its sections come from within chapters. */
function outermost({ blocks }: Chapter): number {
  const depths = blocks.flatMap((block) =>
    block.is === 'prose' && block.token.type === 'heading' && 'depth' in block.token
      ? [Number(block.token.depth)]
      : [],
  )
  return depths.length === 0 ? 0 : Math.min(...depths) - 1
}

/** A chapter on paper, without code. */
export function PrintedChapter({
  chapter,
  under,
}: {
  readonly chapter: Chapter
  readonly under: number
}): ReactNode {
  return (
    <section className="chapter printed">
      {chapter.blocks.map((block) =>
        block.is === 'fold' ? null : (
          <div key={block.line} className="block">
            <BlockText block={block} place={{ page: 'start' }} onLink={() => undefined} under={under} />
          </div>
        ),
      )}
    </section>
  )
}

interface BlockTextProps extends Pick<ChapterTextProps, 'place' | 'onLink' | 'under'> {
  readonly block: Block
}

function BlockText({ block, place, onLink, under }: BlockTextProps): ReactNode {
  const sought = place.page === 'chapter' && place.path === block.path ? place.code : undefined
  if (block.is === 'fold') return <Fold title={block.title} codes={block.codes} sought={sought} />
  if (block.is === 'tables') return <DataTables tables={block.tables} />
  return (
    <MarkdownBlock
      token={block.token}
      line={block.line}
      onLink={(address) => onLink(block.path, address)}
      under={under}
    />
  )
}

function isSought({ path, line, end }: Block, place: Place): boolean {
  return place.page === 'chapter' && place.path === path && place.line >= line && place.line < end
}

function scrollerOf(frame: RefObject<HTMLDivElement | null>): Element | undefined {
  return frame.current?.closest('[role="tabpanel"], main') ?? undefined
}

/** Tells which section is at the top of the view while a reader scrolls. */
function useSectionInView(
  frame: RefObject<HTMLDivElement | null>,
  onSection: ((line: number) => void) | undefined,
): void {
  useEffect(() => {
    const panel = scrollerOf(frame)
    if (onSection === undefined || panel === undefined) return
    let request = 0
    const look = (): void => {
      const top = panel.getBoundingClientRect().top + 2 * CONTEXT_PX
      const heads = [...(frame.current?.querySelectorAll<HTMLElement>('[data-line]') ?? [])]
      const last = heads.findLast((head) => head.getBoundingClientRect().top <= top)
      onSection(Number((last ?? heads[0])?.dataset['line'] ?? 1))
    }
    const onScroll = (): void => {
      cancelAnimationFrame(request)
      request = requestAnimationFrame(look)
    }
    look()
    panel.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      cancelAnimationFrame(request)
      panel.removeEventListener('scroll', onScroll)
    }
  }, [frame, onSection])
}
