/** An option of a game, by its type. */
import type { Constant } from '@ludoforge/kernel'
import type { GameListing } from '@ludoforge/look'
import type { ReactNode } from 'react'
import { Choices, Select, Stepper, Switch } from '../ui/index.js'

interface OptionFieldProps {
  readonly option: GameListing['options'][number]
  readonly value: Constant
  readonly onChange: (value: Constant) => void
}

const FEW = 4
const MANY = 12

export function OptionField({ option, value, onChange }: OptionFieldProps): ReactNode {
  const { title, says, values, min, max } = option
  if (typeof value === 'boolean') return <Switch title={title} says={says} on={value} onChange={onChange} />
  if (typeof value === 'number')
    return (
      <div className="field">
        <p className="label">{title}</p>
        {says === undefined ? null : <p className="says">{says}</p>}
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
    // A list of many things is for those who prepare a game, not for a form.
    if (values === undefined || values.length > MANY) return null
    return <Several title={title} says={says} value={value} all={values} onChange={onChange} />
  }
  const all = (values ?? []).map((one) => [one, worded(one)] as const)
  if (all.length <= FEW)
    return <Choices title={title} says={says} value={String(value)} options={all} onChange={onChange} />
  return <Select title={title} value={String(value)} groups={[{ options: all }]} onChange={onChange} />
}

interface SeveralProps {
  readonly title: string
  readonly says: string | undefined
  readonly value: readonly Constant[]
  readonly all: readonly string[]
  readonly onChange: (value: Constant) => void
}

function Several({ title, says, value, all, onChange }: SeveralProps): ReactNode {
  return (
    <fieldset className="field">
      <legend>{title}</legend>
      {says === undefined ? null : <p className="says">{says}</p>}
      <div className="choices">
        {all.map((one) => (
          <label key={one}>
            <input
              type="checkbox"
              checked={value.includes(one)}
              onChange={({ target }) =>
                onChange(all.filter((id) => (id === one ? target.checked : value.includes(id))))
              }
            />
            <span>{worded(one)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** An id as people read it. */
function worded(id: string): string {
  if (id !== id.toLowerCase()) return id // it is written as it is read
  const words = id.replaceAll(/[-_]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
