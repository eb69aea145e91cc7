/** The store of a table page: it listens to the table, and runs the player's actions. */
import type { Scene } from '@ludoforge/look'
import { isQuestionHeld } from './moments.js'
import { GameLog, wordsOf } from '@ludoforge/table'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { Camera } from '../../board/camera/camera.js'
import { inHandOrder } from '../question/hand-order.js'
import { answerActions } from './answer-actions.js'
import { HistoryCache } from './history-cache.js'
import { LiveUpdates, type PlaybackSpeed } from './live-updates.js'
import { frameOf, freshQuestion, rebuildLog } from './perspective.js'
import { isSameQuestion } from './previewer.js'
import type { OpenedTable, TableActions, TableState, TableStore } from './state.js'
import { playbackActions } from './playback.js'

export function createTable(opened: OpenedTable, speed: PlaybackSpeed): StoreApi<TableStore> {
  return createStore<TableStore>()((set, get, api) => {
    const updates = new LiveUpdates(get, set, speed)
    api.subscribe((state, before) => {
      if (isQuestionHeld(before) && !isQuestionHeld(state)) updates.ask()
      if (!isSameQuestion(state, before)) state.foresee()
      if (state.decision !== before.decision) state.resumeDrag()
    })
    const unsubscribe = opened.table.listen((event) => updates.hear(event))
    const actions: TableActions = {
      set,
      attempt: async (work) => {
        try {
          set({ problem: undefined })
          await work()
        } catch (error) {
          set({ problem: error instanceof Error ? error.message : String(error) })
        }
      },
      hide: (blocked) => {
        set({ blocked })
        set(rebuildLog(get, get().eye))
      },
      ...answerActions(get, set),
      ...playbackActions(get, set, speed),
      close: () => {
        updates.end()
        unsubscribe()
        opened.table.close()
      },
    }
    void updates.readUp()
    if (opened.table.asked.length > 0) queueMicrotask(actions.foresee)
    return { ...initialState(opened), ...actions, actions }
  })
}

/** Shows a table with another look: names, colours and places. */
export function changeLook(store: StoreApi<TableStore>, scene: Scene): void {
  const { def, eye } = store.getState()
  store.setState({ scene, words: wordsOf(def, scene), cardKinds: cardKindsOf(scene) })
  store.setState(rebuildLog(store.getState, eye))
}

const cardKindsOf = ({ cards }: Scene): ReadonlySet<string> =>
  new Set(Object.keys(cards).map((kind) => kind.split('+')[0] ?? kind))

function initialState(opened: OpenedTable): TableState {
  const { table, def, scene } = opened
  const words = wordsOf(def, scene)
  const asked = inHandOrder(table.asked, scene)
  const [decision] = asked
  const eye = decision?.seat ?? table.you.seats[0] ?? null
  const now = frameOf(table, eye)
  return {
    ...opened,
    words,
    cardKinds: cardKindsOf(scene),
    connected: true,
    problem: undefined,
    pastProblem: undefined,
    eye,
    now,
    shown: now,
    waiting: [],
    history: new HistoryCache(table, eye, scene),
    stepping: undefined,
    playFrom: now.number,
    results: [],
    focus: [],
    camera: new Camera(),
    inspected: null,
    missed: undefined,
    curtain: undefined,
    about: table.about,
    you: table.you,
    asked,
    ...freshQuestion(decision),
    dragged: undefined,
    ahead: [],
    dropped: undefined,
    sought: undefined,
    horizon: table.horizon,
    proposal: table.proposal,
    busy: false,
    thinking: {},
    opening: [],
    start: [],
    records: [],
    line: [0],
    story: new GameLog(words, eye),
    told: 0,
    enlarged: undefined,
    tab: 'decide',
    reading: undefined,
    help: false,
    ended: false,
  }
}
