/** Renders Markdown as React elements. HTML in it is shown as text, never as HTML. */
import type { MarkedToken, Token } from 'marked'
import { Fragment, type ReactNode } from 'react'
import { CodeBlock } from './fold.js'
import { TermText } from '../../ui/index.js'

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const

/** All types of tokens that `marked` has without extensions. */
const MARKED: Readonly<Record<MarkedToken['type'], true>> = {
  blockquote: true,
  br: true,
  checkbox: true,
  code: true,
  codespan: true,
  def: true,
  del: true,
  em: true,
  escape: true,
  heading: true,
  hr: true,
  html: true,
  image: true,
  link: true,
  list: true,
  list_item: true,
  paragraph: true,
  space: true,
  strong: true,
  table: true,
  text: true,
}

const isMarked = (token: Token): token is MarkedToken => Object.hasOwn(MARKED, token.type)

export interface MarkdownProps {
  readonly token: Token
  /** The first line of the block. */
  readonly line: number
  readonly onLink: (address: string) => void
  /** The heading level above the text. */
  readonly under?: number
}

export function MarkdownBlock({ token, line, onLink, under = 2 }: MarkdownProps): ReactNode {
  const inline = (tokens: readonly Token[] | undefined, isPlain = false): ReactNode => (
    <Inline tokens={tokens} onLink={onLink} isPlain={isPlain} />
  )
  if (!isMarked(token)) return <p>{token.raw}</p>
  switch (token.type) {
    case 'heading': {
      const { depth, tokens } = token
      const Name = HEADINGS[depth + under - 1] ?? 'h6'
      return <Name>{inline(tokens, true)}</Name>
    }
    case 'paragraph':
    case 'text':
      return <p>{inline(token.tokens)}</p>
    case 'code': {
      const { text, lang } = token
      return <CodeBlock code={{ text, language: lang ?? '', line: line + 1 }} />
    }
    case 'blockquote':
      return (
        <blockquote>
          {token.tokens.map((inner, i) => (
            <MarkdownBlock key={i} token={inner} line={line} onLink={onLink} />
          ))}
        </blockquote>
      )
    case 'list': {
      const { ordered, start, items } = token
      const rows = items.map((item, i) => (
        <li key={i}>
          {item.tokens.map((inner, n) =>
            isMarked(inner) && (inner.type === 'text' || inner.type === 'paragraph') ? (
              <Fragment key={n}>{inline(inner.tokens ?? [inner])}</Fragment>
            ) : (
              <MarkdownBlock key={n} token={inner} line={line} onLink={onLink} />
            ),
          )}
        </li>
      ))
      return ordered ? <ol start={start === '' ? 1 : start}>{rows}</ol> : <ul>{rows}</ul>
    }
    case 'table': {
      const { header, rows } = token
      return (
        <div className="table-frame" tabIndex={0} role="group" aria-label="Table">
          <table>
            <thead>
              <tr>
                {header.map((cell, i) =>
                  // A corner without a title is no header.
                  cell.text === '' ? <td key={i} /> : <th key={i}>{inline(cell.tokens, true)}</th>,
                )}
              </tr>
            </thead>
            <tbody>
              {rows.map((cells, i) => (
                <tr key={i}>
                  {cells.map((cell, n) => (
                    <td key={n}>{inline(cell.tokens)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )
    }
    case 'hr':
      return <hr />
    case 'space':
    case 'def':
      return null
    default:
      return <p>{token.raw}</p>
  }
}

interface InlineProps {
  readonly tokens?: readonly Token[] | undefined
  readonly onLink: (address: string) => void
  /** Without marked terms: in headings and links. */
  readonly isPlain: boolean
}

function Inline({ tokens = [], onLink, isPlain }: InlineProps): ReactNode {
  return tokens.map((token, i) => {
    const inner =
      'tokens' in token && token.tokens !== undefined ? (
        <Inline tokens={token.tokens} onLink={onLink} isPlain={isPlain || token.type === 'link'} />
      ) : null
    if (!isMarked(token)) return <Fragment key={i}>{inner ?? token.raw}</Fragment>
    switch (token.type) {
      case 'strong':
        return <strong key={i}>{inner}</strong>
      case 'em':
        return <em key={i}>{inner}</em>
      case 'del':
        return <del key={i}>{inner}</del>
      case 'codespan':
        return <code key={i}>{token.text}</code>
      case 'br':
        return <br key={i} />
      case 'link': {
        const { href } = token
        return (
          <a
            key={i}
            href={/^https?:/.test(href) ? href : '#'}
            {...(/^https?:/.test(href) ? { target: '_blank', rel: 'noreferrer' } : {})}
            onClick={(event) => {
              if (/^https?:/.test(href)) return
              event.preventDefault()
              onLink(href)
            }}
          >
            {inner}
          </a>
        )
      }
      default:
        return <Fragment key={i}>{inner ?? textOf(token, isPlain)}</Fragment>
    }
  })
}

function textOf(token: MarkedToken, isPlain: boolean): ReactNode {
  const text = 'text' in token ? token.text : token.raw
  return isPlain || token.type !== 'text' ? text : <TermText text={text} />
}
