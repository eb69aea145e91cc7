/** What happened, as those who look on or sit somewhere may know it. */
import { type Game, isTold, type StepEvent } from '@ludoforge/kernel'
import type { Happening, NewsGroup, NewsItem, Shown, Told } from '../protocol/index.js'
import type { Moment, Position } from './walk.js'

/** For whom: the seats of a person, or an onlooker. */
export type Eyes = readonly (string | null)[]

export function eyesOf(seats: readonly string[]): Eyes {
  return seats.length === 0 ? [null] : seats
}

export function show(game: Game, { state }: Position, eyes: Eyes): Shown[] {
  return eyes.map((eye) => ({ eye, view: game.view(state, eye) }) as Shown)
}

/** One entry as a message for these eyes. */
export function tell(game: Game, { entry, after, events }: Moment, eyes: Eyes): Happening {
  const { number, at } = entry
  switch (entry.kind) {
    case 'decision':
      return {
        type: 'step',
        number,
        at,
        seat: entry.seat,
        decisions: after.decisions,
        question: after.question,
        deciding: seatsDeciding(game, after),
        told: eyes.map((eye) => toldTo(game, after, events, eye)),
      }
    case 'undo': {
      const { by, to } = entry
      const { decisions, question } = after
      return { type: 'undone', number, at, by, to, decisions, question, shown: show(game, after, eyes) }
    }
    case 'proposal': {
      const { by, to, person } = entry
      return { type: 'proposal', number, at, by, person, to }
    }
    case 'consent': {
      const { by, proposal, yes } = entry
      return { type: 'consent', number, at, by, proposal, yes }
    }
    case 'chat':
      return { type: 'chat', number, at, by: entry.by, seats: [...entry.seats], text: entry.text }
    case 'seats': {
      const { question } = after
      return { type: 'seats', number, at, seats: [...entry.seats], question, shown: show(game, after, eyes) }
    }
    case 'note':
      return { type: 'note', number, at, text: entry.text }
    case 'moved': {
      const { fingerprint } = entry
      return {
        type: 'moved',
        number,
        at,
        fingerprint,
        question: after.question,
        shown: show(game, after, eyes),
      }
    }
  }
}

export function seatsDeciding(game: Game, { state }: Position): string[] {
  return game.deciding(state).map((i) => game.def.seats[i]?.id ?? '')
}

function toldTo(game: Game, { state }: Position, events: readonly StepEvent[], eye: string | null): Told {
  const decision = eye === null ? undefined : game.decision(state, eye)
  return { eye, events: known(events, eye), ...(decision === undefined ? {} : { decision }) } as Told
}

/** Who else is told is nobody's business. */
export function known(events: readonly StepEvent[], eye: string | null): StepEvent[] {
  return events.filter((event) => isTold(event, eye)).map(({ to: _to, ...event }) => event as StepEvent)
}

/** Events under the titles and actions that they belong to, as deep as they were nested. */
export function grouped(game: Game, events: readonly StepEvent[]): NewsItem[] {
  const top: NewsItem[] = []
  const open: NewsItem[][] = [top]
  const enter = (group: NewsGroup & { readonly items: NewsItem[] }): void => {
    open.at(-1)?.push(group)
    open.push(group.items)
  }
  for (const event of events) {
    if (event.type === 'entered')
      enter({ kind: 'title', title: event.title, ...ruleOf(game, event.procedure, event), items: [] })
    else if (event.type === 'began')
      enter({
        kind: 'action',
        title: actionTitle(game, event.action),
        ...ruleOf(game, event.action, event),
        items: [event as NewsItem],
      })
    else if (event.type === 'left' || event.type === 'ended') {
      if (open.length > 1) open.pop() // what was open before the first of these events is left, too
    } else open.at(-1)?.push(event as NewsItem)
  }
  return top.flatMap((item) => ('items' in item && item.items.length === 0 ? [] : [item]))
}

function ruleOf(game: Game, procedure: string, event: StepEvent): { rule?: string } {
  const rule = game.def.procedures.find(({ id }) => id === procedure)?.rule ?? event.rule
  return rule === undefined ? {} : { rule }
}

function actionTitle(game: Game, action: string): string {
  const title = game.def.procedures.find(({ id }) => id === action)?.title
  return typeof title === 'string' ? title : action
}
