/** The state of the Balance page: its settings, and the results of the games played so far. */
import type {
  BalanceResult,
  FromBalance,
  LineupResult,
  SweepResult,
  ToBalance,
} from '@ludoforge/desk/balance'
import type { NumberPlace } from '@ludoforge/desk/report'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { DeskState } from '../desk-state.js'
import { balanceLenses } from './balance-lenses.js'
import { gameMarks, waveResult } from './wave-result.js'

/** The number of games that a slow machine still plays in a few seconds. */
const DEFAULT_GAMES = 2000
const FEWEST = 30 // games; the wave waits for them
const AFTER_MS = 1000 // after the last key

/** What to play. */
interface BalanceSettings {
  /** By seat; empty for the default agent of each seat. */
  readonly players: readonly string[]
  readonly seed: number
  readonly games: number
}

/** A number to vary. */
interface SweepWish {
  readonly name: string
  readonly place: NumberPlace
  readonly values: readonly number[]
}

export type BalanceView = 'balance' | 'compare' | 'sweep'

export interface BalanceState {
  readonly settings: BalanceSettings
  readonly view: BalanceView
  /** The players whose charts are shown, by the name of their lineup. `undefined`: the chosen ones. */
  readonly shown: string | undefined
  /** Charts show their figures as tables. */
  readonly areTables: boolean
  readonly result: BalanceResult | undefined
  /** The result is of an earlier version, and is shown dimmed. */
  readonly isOld: boolean
  /** Why there is no new result, as a sentence. */
  readonly problem: string | undefined
  readonly sweep: SweepResult | undefined
  /** The number that a lens of the editor asks to vary. */
  readonly sweptPlace: NumberPlace | undefined
  readonly setSettings: (settings: Partial<BalanceSettings>) => void
  readonly setView: (view: BalanceView) => void
  readonly show: (players: string | undefined) => void
  readonly toggleTables: () => void
  /** Continues a slow game after its first games. */
  readonly continue: () => void
  readonly playSweep: (wish: SweepWish) => void
  readonly close: () => void
}

/** The lineup whose charts are shown: the one that was pressed, or that of the chosen players. */
export function shownLineup({ main, others }: BalanceResult, shown: string | undefined): LineupResult {
  return others.find(({ players }) => players === shown) ?? main
}

/** The agents of the game that have played no games yet. */
export function waitingAgents({ main, others, agents }: BalanceResult): string[] {
  return agents.filter((agent) =>
    [main, ...others].every(
      ({ players, evaluation }) => players !== agent || evaluation.statistics.completed === 0,
    ),
  )
}

const states = new WeakMap<StoreApi<DeskState>, StoreApi<BalanceState>>()

/** Returns the balance of a desk. The first call starts it: it plays after each edit, whatever tab is shown. */
export function balanceOf(desk: StoreApi<DeskState>): StoreApi<BalanceState> {
  const known = states.get(desk)
  if (known !== undefined) return known
  const made = startBalance(desk)
  states.set(desk, made)
  return made
}

function startBalance(desk: StoreApi<DeskState>): StoreApi<BalanceState> {
  const worker = new Worker(new URL('./desk-balance-worker.ts', import.meta.url), { type: 'module' })
  let id = 0
  let isPatient = false
  let isSwept = false
  let hasOthers = false // the games requested last include those of other players
  let timer: ReturnType<typeof setTimeout> | undefined
  const send = (message: ToBalance): void => worker.postMessage(message)
  const run = (): void => {
    clearTimeout(timer)
    isSwept = false
    id += 1
    const { files, before, tab } = desk.getState()
    const { settings } = store.getState()
    hasOthers = tab === 'balance'
    send({
      balance: {
        id,
        files,
        before: before.files === files ? undefined : before.files,
        ...settings,
        isPatient,
        withOthers: hasOthers,
      },
    })
  }
  const cancel = (): void => {
    clearTimeout(timer)
    id += 1
    send({ stop: true })
    store.setState({ isOld: true, problem: undefined })
  }
  const openSweep = (sweptPlace: NumberPlace): void => {
    store.setState({ sweptPlace, sweep: undefined, view: 'sweep' })
    desk.getState().show('balance')
  }
  let shownLenses = ''
  /** Shows facts in the editor, if they differ from those shown: each change draws it again. */
  const showLenses = (result: BalanceResult): void => {
    const { files, setLenses } = desk.getState()
    const lenses = balanceLenses(result, files, openSweep)
    const text = JSON.stringify([...lenses])
    if (text === shownLenses) return
    shownLenses = text
    setLenses('balance', lenses)
  }
  const store = createStore<BalanceState>((set, get) => ({
    settings: { players: [], seed: 1, games: DEFAULT_GAMES },
    view: 'balance',
    shown: undefined,
    areTables: false,
    result: undefined,
    isOld: false,
    problem: undefined,
    sweep: undefined,
    sweptPlace: undefined,
    setSettings: (changed) => {
      set({ settings: { ...get().settings, ...changed }, shown: undefined })
      cancel()
      run()
    },
    setView: (view) => {
      set({ view })
      if (view !== 'sweep' && isSwept) run() // a sweep has stopped the games
    },
    show: (shown) => set({ shown, view: 'balance' }),
    toggleTables: () => set({ areTables: !get().areTables }),
    continue: () => {
      isPatient = true
      run()
    },
    playSweep: (wish) => {
      clearTimeout(timer)
      isSwept = true
      set({ sweep: undefined, problem: undefined })
      const { players, seed, games } = get().settings
      id += 1
      send({
        sweep: { id, files: desk.getState().files, ...wish, players, seed, games: Math.min(games, 500) },
      })
    },
    close: () => {
      clearTimeout(timer)
      unsubscribe()
      worker.terminate()
    },
  }))
  worker.addEventListener('message', ({ data }: MessageEvent<FromBalance>) => {
    if ('failed' in data) {
      if (data.failed.id === id) store.setState({ problem: data.failed.message })
      return
    }
    if ('sweep' in data) {
      if (data.sweep.id === id) store.setState({ sweep: data.sweep })
      return
    }
    const { balance } = data
    if (balance.id !== id) return
    // The page was opened while its games were being played: the other players follow.
    const isContinued = balance.isDone && !hasOthers && desk.getState().tab === 'balance'
    store.setState({
      result: isContinued ? { ...balance, isDone: false } : balance,
      isOld: false,
      problem: undefined,
    })
    if (isContinued) run()
    const { report, setMarks } = desk.getState()
    if (balance.isDone || balance.main.evaluation.statistics.games >= FEWEST) {
      report('balance', waveResult(balance))
      showLenses(balance)
    }
    setMarks('games', gameMarks(balance))
  })
  worker.addEventListener('error', () =>
    store.setState({ problem: 'The games can’t be played: their worker failed to start. Reload the page.' }),
  )
  const unsubscribe = desk.subscribe((now, old) => {
    if (now.files !== old.files) {
      cancel()
      isPatient = false
      timer = setTimeout(run, AFTER_MS)
    } else if (now.before !== old.before) {
      cancel()
      run()
    } else if (now.tab !== old.tab && now.tab === 'balance' && !hasOthers) {
      if (store.getState().result?.isDone === true) run()
    }
  })
  timer = setTimeout(run, AFTER_MS)
  return store
}
