import { type ReactNode, useEffect } from 'react'
import { TextField } from '../ui/index.js'
import { useAccount } from './account.js'
import { usePerson } from './seat-keys.js'

const guestName = `Guest ${100 + Math.floor(Math.random() * 900)}`

/** The player's name. The browser remembers it. Suggests the name of the account, or that of a guest. */
export function NameField(): ReactNode {
  const { name } = usePerson()
  const suggested = useAccount(({ account }) => account?.name ?? guestName)
  useEffect(() => {
    if (usePerson.getState().name === '') usePerson.setState({ name: suggested })
  }, [suggested])
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
