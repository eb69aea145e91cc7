/** Figures as a table. The first row is the head. */
import type { ReactNode } from 'react'

interface TableProps {
  readonly rows: readonly (readonly string[])[]
  readonly label: string
}

export function DataTable({ rows: [head = [], ...rows], label }: TableProps): ReactNode {
  return (
    <div className="data-table" tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            {keyed(head).map(({ key, text }) =>
              text === '' ? (
                <td key={key} />
              ) : (
                <th key={key} scope="col">
                  {text}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <tr key={`${i} ${row[0] ?? ''}`}>
              {keyed(row).map(({ key, text }) => (
                <td key={key}>{text}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const keyed = (row: readonly string[]) => row.map((text, i) => ({ key: `${i} ${text}`, text }))
