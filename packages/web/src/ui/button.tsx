import type { ComponentProps, ReactNode } from 'react'

interface ButtonProps extends Omit<ComponentProps<'button'>, 'type'> {
  /** `main`: the primary action. `quiet`: no border. `grave`: can't be undone. */
  readonly look?: 'plain' | 'main' | 'quiet' | 'grave'
  readonly submit?: boolean
}

export function Button({ look = 'plain', submit = false, className = '', ...rest }: ButtonProps): ReactNode {
  return <button type={submit ? 'submit' : 'button'} className={`button ${look} ${className}`} {...rest} />
}
