/** The clock of a new table. */
import type { ClockRule, Timeout } from '@ludoforge/table'
import type { ReactNode } from 'react'
import { Select } from '../ui/index.js'

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400]

type Pace = 'none' | 'day' | 'three-days' | 'week' | 'hour' | 'quarter'

/** The clocks that the page offers. Programs may set any other. */
const PACES: Readonly<Record<Exclude<Pace, 'none'>, (then: Timeout) => ClockRule>> = {
  day: (then) => ({ type: 'turn', seconds: DAY, then }),
  'three-days': (then) => ({ type: 'turn', seconds: 3 * DAY, then }),
  week: (then) => ({ type: 'turn', seconds: 7 * DAY, then }),
  hour: (then) => ({ type: 'budget', seconds: HOUR, increment: 30, then }),
  quarter: (then) => ({ type: 'budget', seconds: 15 * MINUTE, increment: 10, then }),
}

export interface ClockChoice {
  readonly pace: Pace
  readonly then: Timeout
}

export const NO_CLOCK: ClockChoice = { pace: 'none', then: 'bot' }

/** Returns the rule of a choice, or `undefined` for no clock. */
export function clockRuleOf({ pace, then }: ClockChoice): ClockRule | undefined {
  return pace === 'none' ? undefined : PACES[pace](then)
}

export function ClockField({
  value,
  onChange,
}: {
  readonly value: ClockChoice
  readonly onChange: (value: ClockChoice) => void
}): ReactNode {
  return (
    <>
      <Select<Pace>
        title="Clock"
        value={value.pace}
        groups={[
          { options: [['none', 'No clock']] },
          {
            title: 'A limit per answer',
            options: [
              ['day', '1 day per answer'],
              ['three-days', '3 days per answer'],
              ['week', '1 week per answer'],
            ],
          },
          {
            title: 'A budget for the game',
            options: [
              ['quarter', '15 minutes, plus 10 seconds per answer'],
              ['hour', '1 hour, plus 30 seconds per answer'],
            ],
          },
        ]}
        onChange={(pace) => onChange({ ...value, pace })}
      />
      {value.pace === 'none' ? null : (
        <Select<Timeout>
          title="When a player’s time runs out"
          value={value.then}
          groups={[
            {
              options: [
                ['bot', 'A bot plays until the player is back'],
                ['open', 'The seat is open'],
                ['nothing', 'Nothing happens'],
              ],
            },
          ]}
          onChange={(then) => onChange({ ...value, then })}
        />
      )}
    </>
  )
}
