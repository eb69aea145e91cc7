/** The form field of a game option, by its type. */
import type { Constant } from '@ludoforge/kernel'
import type { GameListing } from '@ludoforge/look'
import type { ReactNode } from 'react'
import { Choices, Select, Stepper, Switch } from '../ui/index.js'

interface OptionFieldProps {
  readonly option: GameListing['options'][number]
  readonly value: Constant
  readonly onChange: (value: Constant) => void
}

const MAX_BUTTONS = 4
const MAX_CHECKBOXES = 12

export function OptionField({ option, value, onChange }: OptionFieldProps): ReactNode {
  const { title, says, values, min, max } = option
  if (typeof value === 'boolean')
    return <Switch title={title} description={says} on={value} onChange={onChange} />
  if (typeof value === 'number')
    return (
      <div className="field">
        <p className="label">{title}</p>
        {says === undefined ? null : <p className="description">{says}</p>}
        <Stepper
          title={title}
          value={value}
          min={min ?? Number.MIN_SAFE_INTEGER}
          max={max ?? Number.MAX_SAFE_INTEGER}
          onChange={onChange}
        />
      </div>
    )
  if (Array.isArray(value)) {
    // Long lists are set on the command line or through the API, not in a form.
    if (values === undefined || values.length > MAX_CHECKBOXES) return null
    return <CheckboxGroup title={title} description={says} value={value} all={values} onChange={onChange} />
  }
  const all = (values ?? []).map((id) => [id, readable(id)] as const)
  if (all.length <= MAX_BUTTONS)
    return (
      <Choices title={title} description={says} value={String(value)} options={all} onChange={onChange} />
    )
  return <Select title={title} value={String(value)} groups={[{ options: all }]} onChange={onChange} />
}

interface CheckboxGroupProps {
  readonly title: string
  readonly description: string | undefined
  readonly value: readonly Constant[]
  readonly all: readonly string[]
  readonly onChange: (value: Constant) => void
}

function CheckboxGroup({ title, description, value, all, onChange }: CheckboxGroupProps): ReactNode {
  return (
    <fieldset className="field">
      <legend>{title}</legend>
      {description === undefined ? null : <p className="description">{description}</p>}
      <div className="choices">
        {all.map((id) => (
          <label key={id}>
            <input
              type="checkbox"
              checked={value.includes(id)}
              onChange={({ target }) =>
                onChange(all.filter((other) => (other === id ? target.checked : value.includes(other))))
              }
            />
            <span>{readable(id)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Turns an id into a label. */
function readable(id: string): string {
  if (id !== id.toLowerCase()) return id // mixed case: it's a label already
  const words = id.replaceAll(/[-_]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
