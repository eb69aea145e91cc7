import type { ComponentProps, ReactNode } from 'react'

interface ButtonProps extends Omit<ComponentProps<'button'>, 'type'> {
  /** `main`: the one thing to do here; `quiet`: without a border; `grave`: cannot be taken back. */
  readonly look?: 'plain' | 'main' | 'quiet' | 'grave'
  readonly submit?: boolean
}

export function Button({ look = 'plain', submit = false, className = '', ...rest }: ButtonProps): ReactNode {
  return <button type={submit ? 'submit' : 'button'} className={`button ${look} ${className}`} {...rest} />
}
