/** The keyboard shortcuts of the table page. The help dialog is generated from them. */
import type { Decision } from '@ludoforge/kernel'
import { isAnswer, openOptions } from './question/selection.js'
import type { Tab, TableStore } from './store/state.js'

export interface Shortcut {
  readonly keys: readonly string[] // `KeyboardEvent.key`
  readonly shows: string
  readonly does: string
  /** Returns false if the key doesn't apply now. */
  readonly run: (table: TableStore) => boolean
}

const OPTION_KEYS = '1234567890abcdefgijkmoqsvxy'.split('')

/** Assigns keys to options, then to offers. The rest is reached with the arrow keys or by searching. */
export function optionKeys({ kind, options, offers }: Decision): {
  readonly options: readonly (string | undefined)[]
  readonly offers: readonly (string | undefined)[]
} {
  if (kind === 'number') return { options: [], offers: [] }
  const keyed = Math.min(options.length, OPTION_KEYS.length - Math.min(offers.length, OPTION_KEYS.length))
  return {
    options: options.map((_, i) => (i < keyed ? OPTION_KEYS[i] : undefined)),
    offers: offers.map((_, i) => OPTION_KEYS[keyed + i]),
  }
}

const tab =
  (to: Tab) =>
  ({ set }: TableStore): boolean => {
    set({ tab: to })
    if (to === 'rules') focusNextFrame('[data-search="rules"]')
    return true
  }

function focusNextFrame(selector: string): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(selector)?.focus())
}

/** Moves the focus between options, with wrap-around. */
function moveFocus(by: number): boolean {
  const all = [...document.querySelectorAll<HTMLElement>('[data-option]:not(:disabled)')]
  if (all.length === 0) return false
  const at = all.findIndex((option) => option === document.activeElement)
  const next = at < 0 ? (by > 0 ? 0 : all.length - 1) : (at + by + all.length) % all.length
  all[next]?.focus()
  all[next]?.scrollIntoView({ block: 'nearest' })
  return true
}

function changeNumber({ decision, picks, setPicks }: TableStore, by: number): boolean {
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
  // Enter on an option that isn't picked yet picks it. If one option is the whole answer, the click answers.
  if (typeof option === 'string' && !(decision.kind === 'many' && picks.includes(Number(option))))
    return false
  if (focused instanceof HTMLButtonElement && typeof option !== 'string') return false
  if (picks.length === 0 || !isAnswer(decision, picks)) return false
  table.confirm()
  return true
}

/** Leaves one thing at a time: the help, then the past, then the selection. */
function escape(table: TableStore): boolean {
  if (table.help) table.set({ help: false })
  else if (table.stepping !== undefined || table.waiting.length > 0) table.present()
  else table.clear()
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  return true
}

export const SHORTCUTS: readonly Shortcut[] = [
  {
    keys: ['ArrowDown'],
    shows: '↓',
    does: 'Next option',
    run: (table) => changeNumber(table, -1) || moveFocus(1),
  },
  {
    keys: ['ArrowUp'],
    shows: '↑',
    does: 'Previous option',
    run: (table) => changeNumber(table, 1) || moveFocus(-1),
  },
  {
    keys: ['+', 'ArrowRight'],
    shows: '+ →',
    does: 'Increase the number by 1',
    run: (table) => changeNumber(table, 1),
  },
  {
    keys: ['-', 'ArrowLeft'],
    shows: '− ←',
    does: 'Decrease the number by 1',
    run: (table) => changeNumber(table, -1),
  },
  {
    keys: ['PageUp'],
    shows: 'PgUp',
    does: 'Increase the number by 10',
    run: (table) => changeNumber(table, 10),
  },
  {
    keys: ['PageDown'],
    shows: 'PgDn',
    does: 'Decrease the number by 10',
    run: (table) => changeNumber(table, -10),
  },
  {
    keys: ['Enter'],
    shows: 'Enter',
    does: 'Confirm your selection, or pick the focused option',
    run: confirm,
  },
  {
    keys: ['n'],
    shows: 'N',
    does: 'Choose none, if that’s allowed',
    run: ({ decision, decline }) => {
      if (decision === undefined || !isAnswer(decision, [])) return false
      decline()
      return true
    },
  },
  {
    keys: ['Escape'],
    shows: 'Esc',
    does: 'Close, return to the present, or clear your selection',
    run: escape,
  },
  {
    keys: ['/'],
    shows: '/',
    does: 'Search the options, or the rulebook if it’s open',
    run: ({ tab: open, set }) => {
      if (open !== 'rules') set({ tab: 'decide' })
      focusNextFrame(open === 'rules' ? '[data-search="rules"]' : '[data-search="options"]')
      return true
    },
  },
  {
    keys: ['u'],
    shows: 'U',
    does: 'Undo your last decision',
    run: ({ askUndo }) => {
      askUndo()
      return true
    },
  },
  {
    keys: ['h'],
    shows: 'H',
    does: 'Hint: what a bot would do, and why',
    run: ({ askHint }) => {
      askHint()
      return true
    },
  },
  {
    keys: ['w'],
    shows: 'W',
    does: 'Why not? Ask why something isn’t offered',
    run: ({ set }) => {
      set({ tab: 'decide' })
      focusNextFrame('[data-search="why"]')
      return true
    },
  },
  { keys: ['l'], shows: 'L', does: 'Show the log', run: tab('log') },
  { keys: ['r'], shows: 'R', does: 'Show the rulebook', run: tab('rules') },
  { keys: ['t'], shows: 'T', does: 'Show the players and the chat', run: tab('table') },
  {
    keys: ['[', ','],
    shows: '[ ,',
    does: 'Step back one decision',
    run: ({ stepBy }) => {
      stepBy(-1)
      return true
    },
  },
  {
    keys: [']', '.'],
    shows: '] .',
    does: 'Step forward one decision',
    run: ({ stepBy }) => {
      stepBy(1)
      return true
    },
  },
  {
    keys: ['p'],
    shows: 'P',
    does: 'Replay what happened since your last turn',
    run: ({ playBack }) => {
      playBack()
      return true
    },
  },
  {
    keys: ['?'],
    shows: '?',
    does: 'Show these shortcuts',
    run: ({ set, help }) => {
      set({ help: !help })
      return true
    },
  },
]

/** Whether a row was in view, has just been scrolled into view, or isn't listed (filtered out, or in another tab). */
type RowVisibility = 'visible' | 'scrolled' | 'unlisted'

/** Scrolls a row into view and focuses it, so that a key never chooses something off screen. */
function bringIntoView(row: string, { set }: TableStore): RowVisibility {
  const element = document.querySelector<HTMLElement>(`[data-option="${CSS.escape(row)}"]`)
  if (element === null) {
    set({ tab: 'decide' })
    return 'unlisted'
  }
  if (isInView(element)) return 'visible'
  element.scrollIntoView({ block: 'nearest' })
  element.focus({ preventScroll: true })
  return 'scrolled'
}

/** Returns whether no scrolling ancestor clips the element. */
function isInView(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  if (top < 0 || bottom > innerHeight) return false
  for (let ancestor = element.parentElement; ancestor !== null; ancestor = ancestor.parentElement) {
    const frame = ancestor.getBoundingClientRect()
    const scrolls = getComputedStyle(ancestor).overflowY !== 'visible'
    if (scrolls && (top < frame.top - 1 || bottom > frame.bottom + 1)) return false
  }
  return true
}

/** Picks the option or offer with this key. */
function pickByKey(key: string, table: TableStore): boolean {
  const { decision, picks } = table
  if (decision === undefined || table.curtain !== undefined) return false
  if (decision.kind === 'number') {
    if (!/^\d$/.test(key)) return false
    document.querySelector<HTMLInputElement>('[data-number] input[type="number"]')?.select()
    return false // let the digit reach the field
  }
  const keys = optionKeys(decision)
  const option = keys.options.indexOf(key)
  if (option >= 0) {
    if (!openOptions(decision, picks).includes(option) && !picks.includes(option)) return true
    const visibility = bringIntoView(String(option), table)
    // A key that answers immediately needs a second press if its row was off screen.
    if (visibility === 'visible' || (visibility === 'scrolled' && decision.kind === 'many'))
      table.pick(option)
    return true
  }
  const offer = decision.offers[keys.offers.indexOf(key)]
  if (offer === undefined) return false
  if (bringIntoView(`offer ${offer.id}`, table) === 'visible') table.takeOffer(offer.id)
  return true
}

/** Runs the shortcut of a key. Returns false if there is none. */
export function handleKey(event: KeyboardEvent, table: TableStore): boolean {
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
  const found = SHORTCUTS.find(({ keys }) => keys.includes(lower))
  if (found !== undefined) return found.run(table)
  return pickByKey(lower, table)
}
