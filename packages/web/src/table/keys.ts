/** The keyboard shortcuts of the table page. The help dialog is generated from them. */
import type { Decision } from '@ludoforge/kernel'
import { isAnswer, openOptions, otherChoiceOf, takesList } from './question/selection.js'
import type { Camera } from '../board/index.js'
import { markedChoice } from './store/answer-actions.js'
import type { Tab, TableStore } from './store/state.js'

export interface Shortcut {
  readonly keys: readonly string[] // `KeyboardEvent.key`
  readonly shows: string
  readonly does: string
  /** Returns false if the key doesn't apply now. */
  readonly run: (table: TableStore) => boolean
}

const OPTION_KEYS = '123456789'.split('')

/** Assigns the digits to the first options and offers. The rest is reached with the arrow keys or by searching. */
export function optionKeys({ kind, options, offers }: Decision): {
  readonly options: readonly (string | undefined)[]
  readonly offers: readonly (string | undefined)[]
} {
  if (kind === 'number') return { options: [], offers: [] }
  return {
    options: options.map((_, i) => OPTION_KEYS[i]),
    offers: offers.map((_, i) => OPTION_KEYS[options.length + i]),
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

/** The first Tab on a page goes to the question: to the marked row, the first row, or the number. */
function focusQuestion(): boolean {
  const first = [
    '[data-option][aria-pressed="true"]',
    '[data-option]',
    '[data-number] input',
    '[data-decline]',
  ]
    .map((selector) => document.querySelector<HTMLElement>(selector))
    .find((element) => element !== null)
  first?.focus()
  return first !== undefined
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
  const focused = document.activeElement
  const row = focused?.getAttribute('data-option')
  // Enter on a row that isn't marked yet marks it.
  if (typeof row === 'string' && focused?.getAttribute('aria-pressed') !== 'true') return false
  if (focused instanceof HTMLButtonElement && typeof row !== 'string') return false
  if (markedChoice(table) === undefined) return false
  table.confirm()
  return true
}

/** Gives the other answer that the marked options can mean. */
function confirmOther({ decision, picks, offer, confirmOther: send }: TableStore): boolean {
  if (decision === undefined || offer !== undefined || otherChoiceOf(decision, picks) === undefined)
    return false
  send()
  return true
}

/** Shows the card in play in large: the one that the rail shows at its full size. */
function toggleCard({ set, enlarged, scene, shown }: TableStore): boolean {
  const zones = scene.table.rail.flatMap((item) =>
    item.kind === 'zone' && (item.show === 'full' || item.show === 'half') ? [item.zone] : [],
  )
  const [card] = zones.flatMap((zone) => shown.view.zones[zone]?.cards ?? [])
  if (card === undefined && enlarged === undefined) return false
  set({ enlarged: enlarged === undefined ? card : undefined })
  return true
}

/** Leaves one thing at a time: the help, the card, the question "why not?", the past, then the selection. */
function escape(table: TableStore): boolean {
  if (table.help) table.set({ help: false })
  else if (table.enlarged !== undefined) table.set({ enlarged: undefined })
  else if (table.isAsking || table.why !== undefined) table.set({ isAsking: false, why: undefined })
  else if (table.stepping !== undefined || table.waiting.length > 0) table.present()
  else table.clear()
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  return true
}

/** Whether the board is a map that is larger than its stage. */
function hasCamera(camera: Camera): boolean {
  const { stage } = camera.get()
  return stage !== null && stage.natural !== null
}

/** The digits of regions by `KeyboardEvent.code`, since Shift changes what a digit types. */
const REGION_KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'].map((digit) => `Digit${digit}`)

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
    does: 'Confirm what is marked, or mark the focused option',
    run: confirm,
  },
  {
    keys: ['Shift+Enter'],
    shows: '⇧Enter',
    does: 'Confirm, and then no more; or for all that follow',
    run: confirmOther,
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
    does: 'Why not? Then point at anything, or type its name',
    run: ({ toggleAsking }) => {
      toggleAsking()
      return true
    },
  },
  { keys: ['c'], shows: 'C', does: 'Show the card in large, and back', run: toggleCard },
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
    keys: ['m'],
    shows: 'M',
    does: 'Show the whole map, and back',
    run: ({ camera }) => {
      if (!hasCamera(camera)) return false
      camera.toggleWhole()
      return true
    },
  },
  {
    keys: REGION_KEYS,
    shows: '⇧1 to ⇧9',
    does: 'Show a region of the map',
    run: () => false, // `handleKey` knows which one
  },
  {
    keys: [' '],
    shows: 'Space',
    does: 'Back to the question, after you’ve moved the map',
    run: ({ camera }) =>
      hasCamera(camera) &&
      document.activeElement?.matches('button, a, summary, [role]') !== true &&
      camera.back(),
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

/** Scrolls a row into view and focuses it. Returns false if it isn't listed: filtered out, or in another tab. */
function bringIntoView(row: string, { set }: TableStore): boolean {
  const element = document.querySelector<HTMLElement>(`[data-option="${CSS.escape(row)}"]`)
  if (element === null) {
    set({ tab: 'decide' })
    return false
  }
  element.scrollIntoView({ block: 'nearest' })
  element.focus({ preventScroll: true })
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
    const isMarked = picks.includes(option)
    const isOne = decision.kind === 'one' && !takesList(decision)
    if (!isOne && !openOptions(decision, picks).includes(option) && !isMarked) return true
    // A key marks, and only Enter confirms: a second press of the same key changes nothing.
    if (bringIntoView(String(option), table) && !(isOne && isMarked)) table.pick(option)
    return true
  }
  const offer = decision.offers[keys.offers.indexOf(key)]
  if (offer === undefined) return false
  if (bringIntoView(`offer ${offer.id}`, table) && table.offer !== offer.id) table.markOffer(offer.id)
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
  const region = event.shiftKey ? REGION_KEYS.indexOf(event.code) : -1
  if (region >= 0 && table.camera.showRegion(region)) return true
  if (key === 'Tab') return !event.shiftKey && document.activeElement === document.body && focusQuestion()
  const lower = key === 'Enter' && event.shiftKey ? 'Shift+Enter' : key.length === 1 ? key.toLowerCase() : key
  if (table.coach?.press(lower) === true) return true
  const found = SHORTCUTS.find(({ keys }) => keys.includes(lower))
  if (found !== undefined) return found.run(table)
  return pickByKey(lower, table)
}
