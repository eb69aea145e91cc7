/** What is under way: the titled procedures that run, and what has happened in them. Read from the log. */
import { isGroup, type LogGroup, type LogItem, turnParts, type Vocabulary } from '@ludoforge/table'
import type { RailItem } from '@ludoforge/look'
import { useMemo } from 'react'
import type { CardStatus } from '../../board/index.js'
import { useTable } from '../context.js'

/** A procedure with phases that runs now. */
export interface RunningPhases {
  readonly procedure: string
  readonly title: string
  readonly insteadOf: string | null
  readonly phases: readonly {
    readonly title: string
    readonly state: 'done' | 'now' | 'next'
    /** What it did, in a line. */
    readonly result: string
  }[]
}

/** Returns the groups that are open after an entry, outermost first. */
function openGroups(top: LogGroup, number: number): LogGroup[] {
  const open: LogGroup[] = []
  let at = top
  for (;;) {
    const last: LogItem | undefined = at.items.findLast((item) => item.number <= number && isPlay(item))
    if (last === undefined || !isGroup(last)) return open
    open.push(last)
    at = last
  }
}

const isPlay = ({ kind }: LogItem): boolean => kind !== 'talk' && kind !== 'note'

function useOpenGroups(): readonly LogGroup[] {
  const story = useTable((state) => state.story)
  const told = useTable((state) => state.told)
  const number = useTable((state) => state.shown.number)
  // The log changes in place: `told` counts its changes.
  return useMemo(() => (told < 0 ? [] : openGroups(story.top, number)), [story, told, number])
}

/** Returns the procedures with phases that run now. */
export function usePhases(): readonly RunningPhases[] {
  const rail = useTable((state) => state.scene.table.rail)
  const words = useTable((state) => state.words)
  const open = useOpenGroups()
  return useMemo(
    () =>
      rail.flatMap((item) => {
        const group =
          item.kind === 'phases' ? open.find(({ procedure }) => procedure === item.procedure) : undefined
        return item.kind !== 'phases' || group === undefined ? [] : [running(item, group, open)]
      }),
    [rail, open, words],
  )

  function running(
    { procedure, title, insteadOf, phases }: Extract<RailItem, { readonly kind: 'phases' }>,
    group: LogGroup,
    all: readonly LogGroup[],
  ): RunningPhases {
    const inside = group.items.filter(isGroup)
    return {
      procedure,
      title,
      insteadOf,
      phases: phases.map((phase) => {
        const own = inside.findLast((one) => one.procedure === phase.procedure)
        const state = own === undefined ? 'next' : all.includes(own) ? 'now' : 'done'
        return {
          title: phase.title,
          state,
          result: own === undefined ? '' : resultOf(own, phase.title, words),
        }
      }),
    }
  }
}

/** Returns what a phase did, in a line without its title. */
function resultOf(group: LogGroup, title: string, words: Vocabulary): string {
  const { head, parts } = turnParts(group, words)
  const result = parts.join(', ')
  return head === title ? result : [head, result].filter((part) => part !== '').join(': ')
}

/** Returns what has happened since the outermost part of the game began, such as the current card. */
export function useCardStatus(): CardStatus {
  const open = useOpenGroups()
  const number = useTable((state) => state.shown.number)
  const deciding = useTable((state) => state.shown.view.deciding)
  return useMemo(() => {
    const takenBy = new Map<string, string>()
    const acted = new Set<string>()
    const visit = (group: LogGroup): void => {
      if (group.action !== undefined && group.seat !== undefined) {
        takenBy.set(group.action, group.seat)
        acted.add(group.seat)
      }
      for (const item of group.items) if (isGroup(item) && item.number <= number) visit(item)
    }
    if (open[0] !== undefined) visit(open[0])
    return { takenBy, acted, deciding }
  }, [open, number, deciding])
}
