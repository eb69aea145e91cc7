/** Folded parts of a page: code behind a title, and tables of data. */
import type { BookTable } from '@ludoforge/look'
import { type ReactNode, useState } from 'react'
import type { Code } from './book.js'
import { highlight } from './highlight.js'

interface FoldProps {
  readonly title: string
  readonly codes: readonly Code[]
  /** The line of code that somebody asked for. */
  readonly sought: number | undefined
}

/** Code behind its title. It is rendered when it is first opened: a chapter may have thousands of lines. */
export function Fold({ title, codes, sought }: FoldProps): ReactNode {
  const [isOpened, setOpened] = useState(false)
  const isSought = codes.some(({ text, line }) => isWithin(sought, line, text))
  return (
    <details
      className={`fold${isSought ? ' has-sought' : ''}`}
      onToggle={(event) => event.currentTarget.open && setOpened(true)}
    >
      <summary>
        {title}
        {isSought ? <span className="dim"> (with the line you followed)</span> : null}
      </summary>
      {isOpened ? codes.map((code) => <CodeBlock key={code.line} code={code} sought={sought} />) : null}
    </details>
  )
}

function isWithin(sought: number | undefined, line: number, text: string): boolean {
  return sought !== undefined && sought >= line - 1 && sought <= line + text.split('\n').length
}

interface CodeBlockProps {
  readonly code: Code
  readonly sought?: number | undefined
}

/** Code with syntax highlighting. The sought line is marked. */
export function CodeBlock({ code: { text, language, line }, sought }: CodeBlockProps): ReactNode {
  const name = language.split(/\s/)[0] ?? ''
  return (
    <pre className={`code ${name}`} tabIndex={0} aria-label={codeTitle(name)}>
      {highlight(text, name).map((row, i) => (
        <span key={i} className={`code-line${line + i === sought ? ' sought-line' : ''}`}>
          {row.map((bit, n) =>
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
  return language === 'rules' ? 'Rules' : language === 'example' ? 'Example' : 'Text'
}

/** What a block of data declares. Long tables are folded, with the number of their rows. */
export function DataTables({ tables }: { readonly tables: readonly BookTable[] }): ReactNode {
  return tables.map((table, i) =>
    table.isFolded ? (
      <details key={i} className="fold data">
        <summary>
          {table.title} <span className="dim">({table.rows.length})</span>
        </summary>
        <DataTable table={table} />
      </details>
    ) : (
      <DataTable key={i} table={table} caption={table.title} />
    ),
  )
}

interface DataTableProps {
  readonly table: BookTable
  readonly caption?: string
}

function DataTable({ table: { title, columns, rows }, caption }: DataTableProps): ReactNode {
  return (
    <div className="table-frame" tabIndex={0} role="group" aria-label={title}>
      <table>
        {caption === undefined ? null : <caption>{caption}</caption>}
        {columns.length === 0 ? null : (
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map((cells, i) => (
            <tr key={i}>
              {cells.map((cell, n) =>
                n === 0 && cells.length > 1 ? (
                  <th key={n} scope="row">
                    {cell}
                  </th>
                ) : (
                  <td key={n}>{cell}</td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
