/** An option of a game, by its type. */
import type { Constant } from '@ludoforge/kernel'
import type { GameCard } from '@ludoforge/look'
import type { ReactNode } from 'react'
import { Choices, Select, Stepper, Switch } from '../ui/index.js'

interface OptionFieldProps {
  readonly option: GameCard['options'][number]
  readonly value: Constant
  readonly onChange: (value: Constant) => void
}

const FEW = 4

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
  const all = (values ?? []).map((one) => [one, worded(one)] as const)
  if (all.length <= FEW)
    return <Choices title={title} says={says} value={String(value)} options={all} onChange={onChange} />
  return <Select title={title} value={String(value)} groups={[{ options: all }]} onChange={onChange} />
}

/** An id as people read it. */
function worded(id: string): string {
  const words = id.replaceAll(/[-_]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
