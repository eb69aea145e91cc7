/** Asks where a save becomes a table: on the server or in this browser. */
import { type ReactNode, useState } from 'react'
import { importLocal } from '../local/index.js'
import { Button, Choices, Sheet } from '../ui/index.js'
import { storeKey, usePerson } from './seat-keys.js'
import { NameField } from './name-field.js'
import { go } from './routes.js'
import { call, errorText } from './site.js'

interface SaveSheetProps {
  readonly name: string
  readonly text: string
  readonly server: boolean
  readonly onClose: () => void
}

export default function SaveSheet({ name, text, server, onClose }: SaveSheetProps): ReactNode {
  const [place, setPlace] = useState<'here' | 'server'>('here')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const open = async (): Promise<void> => {
    setBusy(true)
    try {
      if (place === 'here') {
        go({ at: 'local', id: await importLocal(text, name) })
        return
      }
      const body = { save: text, name, you: usePerson.getState().name }
      const { table, key } = await call('upload', { body })
      storeKey(table.id, key)
      go({ at: 'table', id: table.id })
    } catch (error) {
      setProblem(errorText(error))
      setBusy(false)
    }
  }
  return (
    <Sheet title={`Open “${name}”`} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          void open()
        }}
      >
        {server ? (
          <Choices
            title="Stored"
            value={place}
            options={[
              ['here', 'In this browser'],
              ['server', 'On the server'],
            ]}
            onChange={setPlace}
          />
        ) : null}
        {place === 'server' ? <NameField /> : null}
        {problem === undefined ? null : (
          <p className="wrong" role="alert">
            {problem}
          </p>
        )}
        <Button look="main" submit disabled={busy}>
          Open the table
        </Button>
      </form>
    </Sheet>
  )
}
