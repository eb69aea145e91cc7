/** All keys of the page of a table: one table, from which the help is made, too. */
import type { Decision } from '@ludoforge/kernel'
import { isAnswer, openOptions } from './question/selection.js'
import type { Tab, TableStore } from './store/state.js'

export interface Key {
  readonly keys: readonly string[] // as the browser names them
  readonly shows: string
  readonly does: string
  /** False: the key was not for it. */
  readonly run: (table: TableStore) => boolean
}

const OPTION_KEYS = '1234567890abcdefgijkmoqsvxy'.split('')

/** The key of each option; behind them, those of the offers. What has none is reached by arrows or by searching. */
export function optionKeys({ kind, options, offers }: Decision): {
  readonly options: readonly (string | undefined)[]
  readonly offers: readonly (string | undefined)[]
} {
  if (kind === 'number') return { options: [], offers: [] }
  const few = Math.min(options.length, OPTION_KEYS.length - Math.min(offers.length, OPTION_KEYS.length))
  return {
    options: options.map((_, i) => (i < few ? OPTION_KEYS[i] : undefined)),
    offers: offers.map((_, i) => OPTION_KEYS[few + i]),
  }
}

const tab =
  (to: Tab) =>
  ({ set }: TableStore): boolean => {
    set({ tab: to })
    if (to === 'rules') focusSoon('[data-search="rules"]')
    return true
  }

function focusSoon(selector: string): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(selector)?.focus())
}

/** From one option to the next. */
function move(by: number): boolean {
  const all = [...document.querySelectorAll<HTMLElement>('[data-option]:not(:disabled)')]
  if (all.length === 0) return false
  const at = all.findIndex((option) => option === document.activeElement)
  const next = at < 0 ? (by > 0 ? 0 : all.length - 1) : (at + by + all.length) % all.length
  all[next]?.focus()
  all[next]?.scrollIntoView({ block: 'nearest' })
  return true
}

function change({ decision, picks, setPicks }: TableStore, by: number): boolean {
  if (decision?.kind !== 'number') return false
  const [value = decision.min] = picks
  setPicks([Math.min(decision.max, Math.max(decision.min, value + by))])
  return true
}

function confirm(table: TableStore): boolean {
  const { decision, picks } = table
  const focused = document.activeElement
  if (decision === undefined) return false
  const option = focused?.getAttribute('data-option')
  // On an option that is not picked yet, Enter picks it; so it does where one option is the answer.
  if (typeof option === 'string' && !(decision.kind === 'many' && picks.includes(Number(option))))
    return false
  if (focused instanceof HTMLButtonElement && typeof option !== 'string') return false
  if (picks.length === 0 || !isAnswer(decision, picks)) return false
  table.confirm()
  return true
}

/** Whatever is in the way goes first: help, the past, then what was picked. */
function escape(table: TableStore): boolean {
  if (table.help) table.set({ help: false })
  else if (table.stepping !== undefined || table.waiting.length > 0) table.present()
  else table.clear()
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  return true
}

export const KEYS: readonly Key[] = [
  {
    keys: ['ArrowDown'],
    shows: '↓',
    does: 'To the next option',
    run: (table) => change(table, -1) || move(1),
  },
  {
    keys: ['ArrowUp'],
    shows: '↑',
    does: 'To the option before',
    run: (table) => change(table, 1) || move(-1),
  },
  {
    keys: ['+', 'ArrowRight'],
    shows: '+ →',
    does: 'One more, of a number',
    run: (table) => change(table, 1),
  },
  {
    keys: ['-', 'ArrowLeft'],
    shows: '− ←',
    does: 'One less, of a number',
    run: (table) => change(table, -1),
  },
  { keys: ['PageUp'], shows: 'PgUp', does: 'Ten more, of a number', run: (table) => change(table, 10) },
  { keys: ['PageDown'], shows: 'PgDn', does: 'Ten less, of a number', run: (table) => change(table, -10) },
  {
    keys: ['Enter'],
    shows: 'Enter',
    does: 'Confirm what is picked, or pick the option at hand',
    run: confirm,
  },
  {
    keys: ['n'],
    shows: 'N',
    does: 'None: choose nothing, where that is possible',
    run: ({ decision, decline }) => {
      if (decision === undefined || !isAnswer(decision, [])) return false
      decline()
      return true
    },
  },
  { keys: ['Escape'], shows: 'Esc', does: 'Clear what is picked; back to the present; close', run: escape },
  {
    keys: ['/'],
    shows: '/',
    does: 'Search: in the options, or in the rulebook where it is open',
    run: ({ tab: open, set }) => {
      if (open !== 'rules') set({ tab: 'decide' })
      focusSoon(open === 'rules' ? '[data-search="rules"]' : '[data-search="options"]')
      return true
    },
  },
  {
    keys: ['u'],
    shows: 'U',
    does: 'Take back your last decision',
    run: ({ askUndo }) => {
      askUndo()
      return true
    },
  },
  {
    keys: ['h'],
    shows: 'H',
    does: 'Hint: what would a bot do, and why?',
    run: ({ askHint }) => {
      askHint()
      return true
    },
  },
  {
    keys: ['w'],
    shows: 'W',
    does: 'Why not? Ask about something that is not offered',
    run: ({ set }) => {
      set({ tab: 'decide' })
      focusSoon('[data-search="why"]')
      return true
    },
  },
  { keys: ['l'], shows: 'L', does: 'Log: what happened', run: tab('log') },
  { keys: ['r'], shows: 'R', does: 'Rules: the rulebook', run: tab('rules') },
  { keys: ['t'], shows: 'T', does: 'Table: seats and talk', run: tab('table') },
  {
    keys: ['[', ','],
    shows: '[ ,',
    does: 'One decision back through the game',
    run: ({ stepBy }) => {
      stepBy(-1)
      return true
    },
  },
  {
    keys: [']', '.'],
    shows: '] .',
    does: 'One decision on through the game',
    run: ({ stepBy }) => {
      stepBy(1)
      return true
    },
  },
  {
    keys: ['p'],
    shows: 'P',
    does: 'Play back what happened since your last turn',
    run: ({ playBack }) => {
      playBack()
      return true
    },
  },
  {
    keys: ['?'],
    shows: '?',
    does: 'These keys',
    run: ({ set, help }) => {
      set({ help: !help })
      return true
    },
  },
]

/** Of a row: it was in view, it is now, or it isn't listed, because of a search or behind another tab. */
type Sight = 'seen' | 'scrolled' | 'unlisted'

/** Nobody chooses a row without seeing it: one that is out of sight is scrolled into view and focused. */
function bringIntoView(row: string, { set }: TableStore): Sight {
  const element = document.querySelector<HTMLElement>(`[data-option="${CSS.escape(row)}"]`)
  if (element === null) {
    set({ tab: 'decide' })
    return 'unlisted'
  }
  if (isInView(element)) return 'seen'
  element.scrollIntoView({ block: 'nearest' })
  element.focus({ preventScroll: true })
  return 'scrolled'
}

/** Whether nothing that scrolls cuts it off. */
function isInView(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  if (top < 0 || bottom > innerHeight) return false
  for (let around = element.parentElement; around !== null; around = around.parentElement) {
    const frame = around.getBoundingClientRect()
    const scrolls = getComputedStyle(around).overflowY !== 'visible'
    if (scrolls && (top < frame.top - 1 || bottom > frame.bottom + 1)) return false
  }
  return true
}

/** A letter or digit picks the option that shows it. */
function pickByKey(key: string, table: TableStore): boolean {
  const { decision, picks } = table
  if (decision === undefined || table.curtain !== undefined) return false
  if (decision.kind === 'number') {
    if (!/^\d$/.test(key)) return false
    document.querySelector<HTMLInputElement>('[data-number] input[type="number"]')?.select()
    return false // the digit goes into the field
  }
  const keys = optionKeys(decision)
  const option = keys.options.indexOf(key)
  if (option >= 0) {
    if (!openOptions(decision, picks).includes(option) && !picks.includes(option)) return true
    const sight = bringIntoView(String(option), table)
    // What answers at once takes a second press if nobody could see it.
    if (sight === 'seen' || (sight === 'scrolled' && decision.kind === 'many')) table.pick(option)
    return true
  }
  const offer = decision.offers[keys.offers.indexOf(key)]
  if (offer === undefined) return false
  if (bringIntoView(`offer ${offer.id}`, table) === 'seen') table.takeOffer(offer.id)
  return true
}

/** Does what a key stands for; false if nothing. */
export function pressed(event: KeyboardEvent, table: TableStore): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  const { target, key } = event
  const typing =
    target instanceof HTMLElement &&
    target.matches('input:not([type="range"]), textarea, select, [contenteditable]')
  if (typing && key !== 'Escape' && !(key === 'Enter' && target.closest('[data-number]') !== null))
    return false
  if (target instanceof HTMLElement && target.closest('dialog') !== null && key !== 'Escape' && key !== '?')
    return false
  const lower = key.length === 1 ? key.toLowerCase() : key
  const found = KEYS.find(({ keys }) => keys.includes(lower))
  if (found !== undefined) return found.run(table)
  return pickByKey(lower, table)
}
