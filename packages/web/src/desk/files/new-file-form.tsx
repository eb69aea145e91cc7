/** The form for a new file. */
import { pathProblem } from '@ludoforge/desk'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/index.js'
import { useDesk } from '../desk-state.js'

export function NewFileForm({ onDone }: { readonly onDone: (path?: string) => void }): ReactNode {
  const files = useDesk((desk) => desk.files)
  const edit = useDesk((desk) => desk.edit)
  const [path, setPath] = useState('')
  const [problem, setProblem] = useState<string>()
  return (
    <form
      className="new-file"
      onSubmit={(event) => {
        event.preventDefault()
        const found = Object.hasOwn(files, path.trim())
          ? `There is a file ${path.trim()} already.`
          : pathProblem(path.trim())
        setProblem(found)
        if (found !== undefined) return
        edit({ [path.trim()]: '' })
        onDone(path.trim())
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onDone()
      }}
    >
      <input
        className="text"
        aria-label="Path of the new file"
        placeholder="look/board.yaml"
        value={path}
        autoFocus
        onChange={(event) => setPath(event.target.value)}
      />
      <Button submit>Add</Button>
      {problem === undefined ? null : <p role="alert">{problem}</p>}
    </form>
  )
}
