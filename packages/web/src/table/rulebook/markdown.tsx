/** Renders Markdown as React elements. HTML in it is shown as text, never as HTML. */
import { type Token, type Tokens } from 'marked'
import { Fragment, type ReactNode } from 'react'
import { highlighted } from './highlight.js'

export interface MarkdownProps {
  readonly token: Token
  /** The first line of the block, and the line to highlight. */
  readonly line: number
  readonly sought?: number | undefined
  readonly onLink: (address: string) => void
  /** The heading level above the text. */
  readonly under?: number
}

export function MarkdownBlock({ token, line, sought, onLink, under = 2 }: MarkdownProps): ReactNode {
  const inline = (tokens: readonly Token[] | undefined): ReactNode => (
    <Inline tokens={tokens} onLink={onLink} />
  )
  switch (token.type) {
    case 'heading': {
      const { depth, tokens } = token as Tokens.Heading
      const Name = `h${Math.min(6, depth + under)}` as 'h3'
      return <Name>{inline(tokens)}</Name>
    }
    case 'paragraph':
    case 'text':
      return <p>{inline((token as Tokens.Paragraph).tokens)}</p>
    case 'code': {
      const { text, lang } = token as Tokens.Code
      return <Code code={text} language={lang ?? ''} line={line + 1} sought={sought} />
    }
    case 'blockquote':
      return (
        <blockquote>
          {(token as Tokens.Blockquote).tokens.map((inner, i) => (
            <MarkdownBlock key={i} token={inner} line={line} onLink={onLink} />
          ))}
        </blockquote>
      )
    case 'list': {
      const { ordered, start, items } = token as Tokens.List
      const rows = items.map((item, i) => (
        <li key={i}>
          {item.tokens.map((inner, n) =>
            inner.type === 'text' || inner.type === 'paragraph' ? (
              <Fragment key={n}>{inline((inner as Tokens.Text).tokens ?? [inner])}</Fragment>
            ) : (
              <MarkdownBlock key={n} token={inner} line={line} onLink={onLink} />
            ),
          )}
        </li>
      ))
      return ordered ? <ol start={start === '' ? 1 : start}>{rows}</ol> : <ul>{rows}</ul>
    }
    case 'table': {
      const { header, rows } = token as Tokens.Table
      return (
        <div className="table-frame" tabIndex={0} role="region" aria-label="Table">
          <table>
            <thead>
              <tr>
                {header.map((cell, i) => (
                  <th key={i}>{inline(cell.tokens)}</th>
                ))}
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

function Inline({
  tokens = [],
  onLink,
}: {
  readonly tokens?: readonly Token[] | undefined
  readonly onLink: (address: string) => void
}): ReactNode {
  return tokens.map((token, i) => {
    const inner =
      'tokens' in token && token.tokens !== undefined ? (
        <Inline tokens={token.tokens} onLink={onLink} />
      ) : null
    switch (token.type) {
      case 'strong':
        return <strong key={i}>{inner}</strong>
      case 'em':
        return <em key={i}>{inner}</em>
      case 'del':
        return <del key={i}>{inner}</del>
      case 'codespan':
        return <code key={i}>{(token as Tokens.Codespan).text}</code>
      case 'br':
        return <br key={i} />
      case 'link': {
        const { href } = token as Tokens.Link
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
        return <Fragment key={i}>{inner ?? ('text' in token ? String(token['text']) : token.raw)}</Fragment>
    }
  })
}

/** A code block with syntax highlighting. The sought line is marked. */
function Code({
  code,
  language,
  line,
  sought,
}: {
  readonly code: string
  readonly language: string
  readonly line: number
  readonly sought: number | undefined
}): ReactNode {
  const name = language.split(/\s/)[0] ?? ''
  return (
    <pre className={`code ${name}`} tabIndex={0} aria-label={codeTitle(name)}>
      {code.split('\n').map((text, i) => (
        <span key={i} className={`code-line${line + i === sought ? ' sought' : ''}`} data-line={line + i}>
          {highlighted(text, name).map((bit, n) =>
            bit.kind === 'plain' ? (
              bit.text
            ) : (
              <span key={n} className={`c-${bit.kind}`}>
                {bit.text}
              </span>
            ),
          )}
          {'\n'}
        </span>
      ))}
    </pre>
  )
}

function codeTitle(language: string): string {
  return language === 'rules' ? 'Rules' : language === 'example' ? 'Example' : 'Data'
}
