/** Form fields: each has a title and an optional description. */
import { type ComponentProps, type ReactNode, useId } from 'react'
import { Button } from './button.js'

interface ChoicesProps<T extends string | number> {
  readonly title: string
  readonly description?: string | undefined
  readonly value: T
  readonly options: readonly (readonly [value: T, label: string])[]
  readonly onChange: (value: T) => void
}

/** Radio buttons in a row. */
export function Choices<T extends string | number>(props: ChoicesProps<T>): ReactNode {
  const { title, description, value, options, onChange } = props
  const name = useId()
  return (
    <fieldset className="field">
      <legend>{title}</legend>
      {description === undefined ? null : <p className="description">{description}</p>}
      <div className="segments">
        {options.map(([option, label]) => (
          <label key={option}>
            <input type="radio" name={name} checked={option === value} onChange={() => onChange(option)} />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface SwitchProps {
  readonly title: string
  readonly description?: string | undefined
  readonly on: boolean
  readonly onChange: (on: boolean) => void
}

export function Switch({ title, description, on, onChange }: SwitchProps): ReactNode {
  const id = useId()
  return (
    <div className="field switch">
      <label htmlFor={id}>{title}</label>
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={on}
        aria-describedby={description === undefined ? undefined : `${id}-description`}
        onChange={(event) => onChange(event.target.checked)}
      />
      {description === undefined ? null : (
        <p className="description" id={`${id}-description`}>
          {description}
        </p>
      )}
    </div>
  )
}

interface StepperProps {
  readonly title: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly onChange: (value: number) => void
}

/** A number in a range, set by buttons, by typing or by the arrow keys. */
export function Stepper({ title, value, min, max, onChange }: StepperProps): ReactNode {
  const clampTo = (next: number): void => onChange(Math.min(max, Math.max(min, next)))
  return (
    <div className="stepper" role="group" aria-label={title}>
      <Button aria-label={`${title}: one less`} disabled={value <= min} onClick={() => clampTo(value - 1)}>
        −
      </Button>
      <input
        type="number"
        aria-label={title}
        value={value}
        min={min}
        max={max}
        onChange={(event) => {
          const next = event.target.valueAsNumber
          if (Number.isInteger(next)) clampTo(next)
        }}
      />
      <Button aria-label={`${title}: one more`} disabled={value >= max} onClick={() => clampTo(value + 1)}>
        +
      </Button>
    </div>
  )
}

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'onChange' | 'title' | 'value'> {
  readonly title: string
  readonly description?: string | undefined
  readonly value: string
  readonly onChange: (value: string) => void
}

export function TextField({ title, description, onChange, ...rest }: TextFieldProps): ReactNode {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{title}</label>
      {description === undefined ? null : (
        <p className="description" id={`${id}-description`}>
          {description}
        </p>
      )}
      <input
        id={id}
        className="text"
        aria-describedby={description === undefined ? undefined : `${id}-description`}
        onChange={(event) => onChange(event.target.value)}
        {...rest}
      />
    </div>
  )
}

interface SelectProps<T extends string> {
  readonly title: string
  readonly hideTitle?: boolean
  readonly value: T
  /** A group may have a heading. */
  readonly groups: readonly {
    readonly title?: string
    readonly options: readonly (readonly [value: T, label: string])[]
  }[]
  readonly onChange: (value: T) => void
}

export function Select<T extends string>(props: SelectProps<T>): ReactNode {
  const { title, hideTitle = false, value, groups, onChange } = props
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id} className={hideTitle ? 'unseen' : ''}>
        {title}
      </label>
      <select
        id={id}
        className="select"
        value={value}
        onChange={(event) => {
          const picked = groups.flatMap(({ options }) => options).find(([one]) => one === event.target.value)
          if (picked !== undefined) onChange(picked[0])
        }}
      >
        {groups.map(({ title: heading, options }) => {
          const items = options.map(([option, label]) => (
            <option key={option} value={option}>
              {label}
            </option>
          ))
          return heading === undefined ? (
            items
          ) : (
            <optgroup key={heading} label={heading}>
              {items}
            </optgroup>
          )
        })}
      </select>
    </div>
  )
}
