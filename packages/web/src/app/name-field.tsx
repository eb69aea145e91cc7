import type { ReactNode } from 'react'
import { TextField } from '../ui/index.js'
import { usePerson } from './seat-keys.js'

/** The player's name. The browser remembers it. */
export function NameField(): ReactNode {
  const { name } = usePerson()
  return (
    <TextField
      title="Your name"
      description="Other players see it."
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
