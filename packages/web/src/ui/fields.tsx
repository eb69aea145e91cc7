/** Fields of forms: each with its name and, where it helps, a sentence. */
import { type ComponentProps, type ReactNode, useId } from 'react'
import { Button } from './button.js'

interface ChoicesProps<T extends string | number> {
  readonly title: string
  readonly says?: string | undefined
  readonly value: T
  readonly options: readonly (readonly [value: T, label: string])[]
  readonly onChange: (value: T) => void
}

/** One of a few, side by side. */
export function Choices<T extends string | number>(props: ChoicesProps<T>): ReactNode {
  const { title, says, value, options, onChange } = props
  const name = useId()
  return (
    <fieldset className="field">
      <legend>{title}</legend>
      {says === undefined ? null : <p className="says">{says}</p>}
      <div className="choices">
        {options.map(([one, label]) => (
          <label key={one}>
            <input type="radio" name={name} checked={one === value} onChange={() => onChange(one)} />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface SwitchProps {
  readonly title: string
  readonly says?: string | undefined
  readonly on: boolean
  readonly onChange: (on: boolean) => void
}

export function Switch({ title, says, on, onChange }: SwitchProps): ReactNode {
  const id = useId()
  return (
    <div className="field switch">
      <label htmlFor={id}>{title}</label>
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={on}
        aria-describedby={says === undefined ? undefined : `${id}-says`}
        onChange={(event) => onChange(event.target.checked)}
      />
      {says === undefined ? null : (
        <p className="says" id={`${id}-says`}>
          {says}
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

/** A number between two others: by its buttons, by typing, or by the arrow keys. */
export function Stepper({ title, value, min, max, onChange }: StepperProps): ReactNode {
  const to = (next: number): void => onChange(Math.min(max, Math.max(min, next)))
  return (
    <div className="stepper" role="group" aria-label={title}>
      <Button aria-label={`${title}: one less`} disabled={value <= min} onClick={() => to(value - 1)}>
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
          if (Number.isInteger(next)) to(next)
        }}
      />
      <Button aria-label={`${title}: one more`} disabled={value >= max} onClick={() => to(value + 1)}>
        +
      </Button>
    </div>
  )
}

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'onChange' | 'title' | 'value'> {
  readonly title: string
  readonly says?: string | undefined
  readonly value: string
  readonly onChange: (value: string) => void
}

export function TextField({ title, says, onChange, ...rest }: TextFieldProps): ReactNode {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{title}</label>
      {says === undefined ? null : (
        <p className="says" id={`${id}-says`}>
          {says}
        </p>
      )}
      <input
        id={id}
        className="text"
        aria-describedby={says === undefined ? undefined : `${id}-says`}
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
  /** Some stand together under a heading. */
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
          const inside = options.map(([one, label]) => (
            <option key={one} value={one}>
              {label}
            </option>
          ))
          return heading === undefined ? (
            inside
          ) : (
            <optgroup key={heading} label={heading}>
              {inside}
            </optgroup>
          )
        })}
      </select>
    </div>
  )
}
