import type { ReactNode } from 'react'
import { TextField } from '../ui/index.js'
import { usePerson } from './seat-keys.js'

/** What the others at a table call me. It is asked once and kept. */
export function NameField(): ReactNode {
  const { name } = usePerson()
  return (
    <TextField
      title="Your name"
      says="The others at the table see it."
      value={name}
      autoComplete="nickname"
      required
      maxLength={40}
      onChange={(value) => {
        usePerson.setState({ name: value })
      }}
    />
  )
}
