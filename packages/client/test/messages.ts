/** Messages of a table, as a server would send them. */
import type { SeatSnapshot, ServerMessage, TableUpdate, Welcome } from '@ludoforge/table'

type SeatView = SeatSnapshot['view']

export function viewFor(eye: string | null, change: Partial<SeatView> = {}): SeatView {
  return { seat: eye, deciding: ['red'], variables: { round: 1 }, seats: {}, zones: {}, ...change }
}

export const shown = (...eyes: readonly (string | null)[]): SeatSnapshot[] =>
  eyes.map((eye) => ({ eye, view: viewFor(eye) }))

export function welcome(change: Partial<Welcome> = {}): Welcome {
  return {
    type: 'welcome',
    id: 1,
    number: 4,
    question: 7,
    decisions: 3,
    table: {
      id: 't1',
      name: 'A table',
      game: { id: 'small', title: 'Small', fingerprint: 'f1' },
      scenario: '',
      options: {},
      seats: [
        { seat: 'red', kind: 'person', person: 'ann', name: 'Ann' },
        { seat: 'blue', kind: 'person', person: 'bob', name: 'Bob' },
      ],
      listed: false,
      uploaded: false,
      disclosed: false,
      absence: 600,
      created: 1,
      changed: 1,
      number: 4,
      deciding: ['red'],
    },
    you: { person: 'ann', name: 'Ann', host: true, seats: ['red'], seen: 0 },
    horizon: { free: 3, ask: 1 },
    shown: shown('red'),
    ...change,
  }
}

type Step = Extract<TableUpdate, { readonly type: 'step' }>

export function step(change: Partial<Step> = {}): Step {
  return {
    type: 'step',
    number: 5,
    at: 50,
    seat: 'red',
    decisions: 4,
    question: 8,
    deciding: ['blue'],
    told: [{ eye: 'red', events: [] }],
    ...change,
  }
}

export const textOf = (message: ServerMessage): string => JSON.stringify(message)
