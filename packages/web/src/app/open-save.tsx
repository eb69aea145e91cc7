/** Opens a save file as a table on the server or in this browser. */
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { Button } from '../ui/index.js'
import { site } from './site.js'

const SaveSheet = lazy(() => import('./save-sheet.js'))

export function OpenSave(): ReactNode {
  const [save, setSave] = useState<{ readonly name: string; readonly text: string }>()
  const [server, setServer] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const read = async (file: File): Promise<void> => {
    // Offline, only this browser is available.
    setServer(
      await site().then(
        ({ server: hasServer }) => hasServer,
        () => false,
      ),
    )
    setSave({ name: file.name.replace(/\.[^.]*$/, ''), text: await file.text() })
  }
  return (
    <>
      <Button look="quiet" onClick={() => input.current?.click()}>
        Open a save
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Save file"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file !== undefined) void read(file)
        }}
      />
      {save === undefined ? null : (
        <Suspense>
          <SaveSheet {...save} server={server} onClose={() => setSave(undefined)} />
        </Suspense>
      )}
    </>
  )
}
