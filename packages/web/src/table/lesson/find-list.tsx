/** A list of everything that the learner could point at, for the keyboard. Typing a name finds it. */
import { type ReactNode, useId, useState } from 'react'
import { Button } from '../../ui/index.js'
import { useTable } from '../context.js'
import { useCoach } from './coach-context.js'
import { thingName } from './pointed.js'

export function FindList(): ReactNode {
  const sought = useTable((state) => state.sought)
  const words = useTable((state) => state.words)
  const card = useCoach((state) => state.card)
  const candidates = useCoach((state) => state.candidates)
  const find = useCoach((state) => state.find)
  const id = useId()
  const [chosen, setChosen] = useState('')
  if (sought === undefined || card.task !== 'find') return null
  const names = candidates()
    .map((one) => ({ id: one, name: thingName({ type: sought, id: one }, words, undefined) }))
    .toSorted((a, b) => a.name.localeCompare(b.name))
  const isThere = names.some((one) => one.id === chosen)
  return (
    <form
      className="coach-find"
      onSubmit={(event) => {
        event.preventDefault()
        if (isThere) find(chosen)
      }}
    >
      <label htmlFor={id}>Click it, or name it:</label>
      <select id={id} value={isThere ? chosen : ''} onChange={({ target }) => setChosen(target.value)}>
        <option value="" disabled>
          Choose …
        </option>
        {names.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </select>
      <Button submit disabled={!isThere}>
        This one
      </Button>
    </form>
  )
}
