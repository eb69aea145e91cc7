/** A die that was rolled. */
import type { StepEvent } from '@ludoforge/kernel'
import type { ReactNode } from 'react'

type Roll = Extract<StepEvent, { readonly type: 'rolled' }>

/** The pips of a die with six sides, in a grid of 3 x 3. */
const PIPS: Readonly<Record<number, readonly (readonly [number, number])[]>> = {
  1: [[1, 1]],
  2: [
    [0, 0],
    [2, 2],
  ],
  3: [
    [0, 0],
    [1, 1],
    [2, 2],
  ],
  4: [
    [0, 0],
    [0, 2],
    [2, 0],
    [2, 2],
  ],
  5: [
    [0, 0],
    [0, 2],
    [1, 1],
    [2, 0],
    [2, 2],
  ],
  6: [
    [0, 0],
    [0, 1],
    [0, 2],
    [2, 0],
    [2, 1],
    [2, 2],
  ],
}

/** Draws pips for a die with six sides, else the number. */
export function Die({ roll }: { readonly roll: Pick<Roll, 'name' | 'value' | 'min' | 'max'> }): ReactNode {
  const { name, value, min, max } = roll
  const pips = min === 1 && max === 6 ? PIPS[value] : undefined
  return (
    <svg className="die" viewBox="0 0 40 40" role="img" aria-label={`${name}: ${value}`}>
      <rect x="2" y="2" width="36" height="36" rx="8" />
      {pips === undefined ? (
        <text x="20" y="27" textAnchor="middle">
          {value}
        </text>
      ) : (
        pips.map(([x, y]) => <circle key={`${x} ${y}`} cx={10 + 10 * x} cy={10 + 10 * y} r="3.6" />)
      )}
    </svg>
  )
}
