/** Follows the edits of a desk with a worker: sends the files, opens the table, and stores the results. */
import { workerTable } from '@ludoforge/client'
import { isInLines, type MapHandle, type RuleLines } from '@ludoforge/desk'
import type { ExampleEntry, TableWish, ValuedName } from '@ludoforge/desk/session'
import type { GameDef } from '@ludoforge/kernel'
import type { StoredTable } from '@ludoforge/table'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { SPEED } from '../../table/playback-speed.js'
import { changeLook, createTable } from '../../table/store/store.js'
import type { Build, DeskState } from '../desk-state.js'
import { exampleKey } from '../examples/since-edit.js'
import { EMPTY_GAME, type GameState } from './game-state.js'
import { coverageMarks, exampleMarks, mutantMarks } from './line-marks.js'
import type { DeskAnswer, DeskAsk, FromGameWorker, ToGameWorker } from './messages.js'
import { examplesResult, tableResult } from './wave-texts.js'

/** The time from an edit to a build, in ms: the one of the check. */
const AFTER_EDIT_MS = 60
/** An example that runs longer doesn't end. Long ones take a second on a phone or a busy machine. */
const ENDLESS_MS = 5000

type Of<T extends FromGameWorker['type']> = Extract<FromGameWorker, { readonly type: T }>

/** The game of one desk. */
export class GameClient {
  readonly state: StoreApi<GameState> = createStore(() => EMPTY_GAME)
  #worker: Worker
  #timer: ReturnType<typeof setTimeout> | undefined
  #watchdog: ReturnType<typeof setTimeout> | undefined
  #def: GameDef | undefined
  #drawn: Pick<Build, 'fingerprint' | 'scene'> | undefined
  #record: StoredTable | undefined
  #opened = 0 // counts tables, so that an older one that opens late is closed
  #asked = 0
  /** The examples of the files as they are now that don't end. */
  readonly #stuck = new Set<string>()
  readonly #waiting = new Map<number, (answer: DeskAnswer) => void>()
  readonly #unsubscribe: () => void

  constructor(private readonly desk: StoreApi<DeskState>) {
    this.#worker = this.#start()
    this.#unsubscribe = desk.subscribe(({ revision, requestedGame }, before) => {
      if (requestedGame !== undefined) this.#openRequested()
      if (revision === before.revision) return
      clearTimeout(this.#timer)
      this.#stuck.clear()
      this.#timer = setTimeout(() => this.#send(), AFTER_EDIT_MS)
    })
    this.#send()
    this.#openRequested()
  }

  /** Starts another game at the table. */
  restart(wish: TableWish): void {
    this.#record = undefined
    this.#tell({ type: 'restart', wish })
  }

  /** Opens the game of a simulation that another part of the desk requested. */
  #openRequested(): void {
    const { requestedGame, playSeed } = this.desk.getState()
    if (requestedGame === undefined) return
    playSeed(undefined)
    this.restart({ played: requestedGame })
  }

  /** Shows the table at a question of a rule: the one that is asked now, or the first that bots reach in a game. */
  async playRule(lines: RuleLines): Promise<void> {
    const { show, playSeed } = this.desk.getState()
    show('table')
    const asked = this.state.getState().table?.store.getState().decision
    if (isInLines(lines, asked?.place)) return
    const answer = await this.#ask({ ask: 'find-question', lines })
    if (answer.is === 'game') playSeed(answer.game)
    else
      this.state.setState({
        trouble:
          'Bots played several games, and this rule asked nothing. Put the cursor into another rule, or play to it yourself.',
      })
  }

  /** Tests the mutants, or stops that. */
  testMutants(run: boolean): void {
    this.#tell({ type: 'mutants', run })
  }

  /** Shows an example step by step. */
  async select(example: string | undefined): Promise<void> {
    this.state.setState({ selected: example })
    if (example === undefined) return
    const answer = await this.#ask({ ask: 'view-example', example })
    if (answer.is === 'view' && this.state.getState().selected === example)
      this.state.setState({ view: answer.view })
  }

  /** Writes an example of the table's position, which the designer sees before it goes into a file. */
  async draft(): Promise<void> {
    const answer = await this.#ask({ ask: 'draft-example' })
    if (answer.is === 'draft') this.state.setState({ draft: answer.draft })
  }

  /** Puts an example into the file of its rule, and shows it there. */
  async insert(example: {
    readonly text: string
    readonly rule: string
    readonly place: string
  }): Promise<void> {
    const answer = await this.#ask({ ask: 'insert-example', ...example })
    if (answer.is !== 'inserted') return
    const { path, line, text } = answer
    const { edit, open } = this.desk.getState()
    edit({ [path]: text })
    open({ path, line })
    this.state.setState({ draft: undefined, selected: `${path}:${line}` })
  }

  /** Returns the points of the drawn map, in the files as they are now. */
  async mapHandles(): Promise<readonly MapHandle[]> {
    const answer = await this.#ask({ ask: 'map-handles' })
    return answer.is === 'handles' ? answer.handles : []
  }

  /** Returns what a name is at the table now, as the seat that the pane shows may know it. */
  async nameNow(valued: ValuedName): Promise<string | undefined> {
    const { table } = this.state.getState()
    if (table === undefined) return undefined
    const answer = await this.#ask({ ask: 'name-now', valued, viewer: table.store.getState().eye })
    return answer.is === 'now' ? answer.text : undefined
  }

  /** The last good version as a module, with the players of a new table. Returns `undefined` if there is none. */
  async module(): Promise<Extract<DeskAnswer, { readonly is: 'module' }> | undefined> {
    const answer = await this.#ask({ ask: 'module' })
    return answer.is === 'module' ? answer : undefined
  }

  close(): void {
    this.#unsubscribe()
    clearTimeout(this.#timer)
    clearTimeout(this.#watchdog)
    this.#opened += 1
    this.state.getState().table?.store.getState().close()
    this.#worker.terminate()
  }

  #start(): Worker {
    const worker = new Worker(new URL('./desk-game-worker.ts', import.meta.url), { type: 'module' })
    worker.addEventListener('message', ({ data }: MessageEvent<FromGameWorker>) => {
      if (worker === this.#worker) this.#hear(data)
    })
    worker.addEventListener('error', () =>
      this.state.setState({ trouble: 'The game stopped: its worker failed. Reload the page.' }),
    )
    return worker
  }

  #tell(message: ToGameWorker): void {
    this.#worker.postMessage(message)
  }

  #send(): void {
    const { revision, files } = this.desk.getState()
    this.#tell({ type: 'files', revision, files })
  }

  #ask(what: DeskAsk): Promise<DeskAnswer> {
    this.#asked += 1
    const id = this.#asked
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve)
      this.#tell({ type: 'ask', id, ...what })
    })
  }

  #hear(message: FromGameWorker): void {
    clearTimeout(this.#watchdog)
    switch (message.type) {
      case 'starts':
        this.#watchdog = setTimeout(() => this.#giveUp(message), ENDLESS_MS)
        return
      case 'ends':
        return
      case 'record':
        this.#record = message.table
        return
      case 'failed':
        this.state.setState({ problems: message.problems })
        this.desk.getState().report('table', tableResult(undefined, this.state.getState().table?.note, 0))
        return
      case 'table':
        void this.#showTable(message)
        return
      case 'built':
        this.#built(message)
        return
      case 'examples':
        this.#showExamples(message)
        return
      case 'coverage':
        this.state.setState({ coverage: message.coverage })
        this.desk.getState().setMarks('coverage', coverageMarks(message.coverage))
        return
      case 'mutants':
        this.state.setState({ mutants: message.mutants })
        this.desk.getState().setMarks('mutants', mutantMarks(message.mutants))
        return
      case 'answer':
        this.#waiting.get(message.id)?.(message.answer)
        this.#waiting.delete(message.id)
        return
      case 'trouble':
        this.state.setState({ trouble: message.message })
    }
  }

  /** Ends the worker, which doesn't answer any more. A new one continues without this example, unless it was edited. */
  #giveUp({ revision, example }: Of<'starts'>): void {
    this.#worker.terminate()
    this.#worker = this.#start()
    for (const answer of this.#waiting.values()) answer({ is: 'nothing' })
    this.#waiting.clear()
    if (revision === this.desk.getState().revision) this.#stuck.add(example)
    this.#tell({ type: 'resume', table: this.#record, stuck: [...this.#stuck] })
    this.#def = undefined
    this.#send()
  }

  async #showTable({ def = this.#def, scene, fingerprint, table, ms }: Of<'table'>): Promise<void> {
    if (def === undefined) return
    this.#def = def
    this.#drawn = { fingerprint, scene }
    this.state.setState({ builtAt: Date.now(), problems: undefined, trouble: '' })
    const shown = this.state.getState().table
    if (table.change === 'replayed') {
      this.#opened += 1
      const own = this.#opened
      const session = await workerTable(table.port, def)
      if (own !== this.#opened) {
        session.close()
        return
      }
      const opened = {
        table: session,
        def,
        scene,
        card: undefined,
        book: '',
        server: undefined,
        save: undefined,
      }
      const store = createTable({ ...opened, blocked: [] }, SPEED)
      keepCamera(shown?.store, store)
      this.state.setState({ table: { store, note: table.note, agents: table.agents } })
      shown?.store.getState().close()
    } else if (table.change === 'look' && shown !== undefined) changeLook(shown.store, scene)
    const note = table.change === 'replayed' ? table.note : shown?.note
    this.desk.getState().report('table', tableResult(table.change, note, ms))
  }

  #built({ revision, files, book }: Of<'built'>): void {
    if (this.#def === undefined || this.#drawn === undefined) return
    this.desk.getState().setBuild({ revision, files, book, def: this.#def, ...this.#drawn })
  }

  #showExamples({ entries, isDone, ms }: Of<'examples'>): void {
    const { examples: before, selected: old, passed } = this.state.getState()
    const { report, setMarks, build } = this.desk.getState()
    const selected = followed(before, old, entries)
    this.state.setState({ examples: entries, areExamplesDone: isDone, selected })
    if (isDone && build !== undefined) {
      const now = entries.filter(({ state }) => state === 'passed')
      this.state.setState({
        passed: new Map([...passed, ...now.map((one) => [exampleKey(one), build.files] as const)]),
      })
    }
    report('examples', examplesResult(entries, isDone, ms))
    setMarks('examples', exampleMarks(entries))
    if (isDone && selected !== undefined) void this.select(selected)
  }
}

/** The id of the selected example in new entries. Its lines may have moved. */
function followed(
  before: readonly ExampleEntry[],
  selected: string | undefined,
  now: readonly ExampleEntry[],
): string | undefined {
  const one = before.find(({ id }) => id === selected)
  if (one === undefined) return selected
  const key = exampleKey(one)
  return now.find((other) => exampleKey(other) === key)?.id ?? selected
}

/** The camera stays where it is, if the map has the same size. */
function keepCamera(before: OpenStore | undefined, after: OpenStore): void {
  const [old, now] = [before?.getState(), after.getState()]
  if (old === undefined || JSON.stringify(old.scene.map?.size) !== JSON.stringify(now.scene.map?.size)) return
  after.setState({ camera: old.camera })
}

type OpenStore = ReturnType<typeof createTable>
