/** Named saves: make one, compare with it, or return to it. */
import { changesBetween } from '@ludoforge/desk'
import { type ReactNode, useState } from 'react'
import { errorText } from '../../app/site.js'
import { Button, Sheet, TextField } from '../../ui/index.js'
import { useDesk, useDeskStore } from '../desk-state.js'
import type { SaveSummary } from '../storage/storage.js'

export function HistorySheet({ onClose }: { readonly onClose: () => void }): ReactNode {
  const desk = useDeskStore()
  const saves = useDesk((state) => state.project.saves)
  const isReadOnly = useDesk((state) => state.isReadOnly)
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string>()
  const attempt = (work: () => Promise<void>): void => {
    setProblem(undefined)
    work().catch((error: unknown) => setProblem(errorText(error)))
  }
  const save = async (): Promise<void> => {
    const { storage, project, setSaves, files } = desk.getState()
    const changes = changesBetween(project.files, files)
    if (Object.keys(changes).length > 0) await storage.write(project.id, changes)
    const made = await storage.save(project.id, name.trim())
    setSaves([made, ...desk.getState().project.saves])
    setName('')
  }
  const compare = async ({ id, name: title }: SaveSummary): Promise<void> => {
    const { storage, project, setBefore } = desk.getState()
    setBefore(title, await storage.saved(project.id, id))
    onClose()
  }
  const restore = async ({ id }: SaveSummary): Promise<void> => {
    const { storage, project, files, edit } = desk.getState()
    edit(changesBetween(files, await storage.saved(project.id, id)))
    onClose()
  }
  return (
    <Sheet title="History" onClose={onClose}>
      <p>Every change is saved automatically. A named save is a state to return to and to compare with.</p>
      {isReadOnly ? null : (
        <form
          className="save-form"
          onSubmit={(event) => {
            event.preventDefault()
            if (name.trim() !== '') attempt(save)
          }}
        >
          <TextField title="Name of the save" value={name} onChange={setName} maxLength={80} />
          <Button look="main" submit disabled={name.trim() === ''}>
            Save
          </Button>
        </form>
      )}
      {problem === undefined ? null : <p role="alert">{problem}</p>}
      {saves.length === 0 ? (
        <p className="dim">No named saves yet.</p>
      ) : (
        <ul className="rows save-list">
          {saves.map((one) => (
            <li key={one.id}>
              <span>
                <strong>{one.name}</strong> <time className="dim">{new Date(one.at).toLocaleString()}</time>
              </span>
              <span className="row">
                <Button onClick={() => attempt(() => compare(one))}>Compare with it</Button>
                {isReadOnly ? null : (
                  <Button onClick={() => attempt(() => restore(one))}>Return to it</Button>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  )
}
