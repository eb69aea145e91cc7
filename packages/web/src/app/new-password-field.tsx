/** The field for a password that somebody chooses. */
import type { ReactNode } from 'react'
import { TextField } from '../ui/index.js'
import { MIN_PASSWORD_LENGTH } from './account.js'

export function NewPasswordField({
  title = 'New password',
  value,
  onChange,
}: {
  readonly title?: string
  readonly value: string
  readonly onChange: (value: string) => void
}): ReactNode {
  return (
    <TextField
      title={title}
      description={`At least ${MIN_PASSWORD_LENGTH} characters.`}
      type="password"
      value={value}
      required
      minLength={MIN_PASSWORD_LENGTH}
      autoComplete="new-password"
      onChange={onChange}
    />
  )
}
