/** The game log as a tree: lines grouped under titles and actions. */
import { type PolicyReason, printable, type StepEvent, unreachable } from '@ludoforge/kernel'
import type { Values } from '@ludoforge/look'
import { isVisibleTo } from '@ludoforge/play'
import type { TableUpdate } from '../protocol/index.js'
import { condense, type Line } from './condense.js'
import {
  beginningSentence,
  isLogged,
  ruleOfGroup,
  sentence,
  shortBeginning,
  condenseOptions,
} from './sentences.js'
import { undoText } from './undo-text.js'
import { isInformation, type Salience, salienceOf } from './salience.js'
import type { Vocabulary } from './vocabulary.js'

interface Item {
  readonly key: string
  readonly number: number // of the entry
  readonly text: string
  readonly seat?: string
  readonly rule?: string
  readonly place?: string
  readonly why: readonly PolicyReason[]
}

/** A line of the log. */
export interface LogLine extends Item {
  readonly kind: 'said' | 'chose' | 'change' | 'talk' | 'note'
  readonly weight: Salience
  /** The condensed event, if the line is part of the game. */
  readonly line?: Line
  /** The zones on the board, most relevant first. */
  readonly zones: readonly string[]
  /** It revealed something that an undo can't make unseen. */
  readonly lasting: boolean
}

/** A title or an action with its items. */
export interface LogGroup extends Item {
  readonly kind: 'title' | 'action'
  /** The name within a path, without the seat. */
  readonly name: string
  readonly items: LogItem[]
  /** The id of an action. */
  readonly action?: string
  /** The id of the procedure of a title. */
  readonly procedure?: string
  /** The computed values before and after it, where a step of the game shows them. */
  before?: Values
  after?: Values
  /** Changes whenever an item is added inside. */
  version: number
  /** A choice in this group has consequences that follow it. */
  led: boolean
}

/** An item of the log. */
export type LogItem = LogLine | LogGroup

/** Checks whether an item is a title or an action. */
export function isGroup(item: LogItem): item is LogGroup {
  return item.kind === 'title' || item.kind === 'action'
}

type Step = Extract<TableUpdate, { readonly type: 'step' }>

/** The log as one viewer may know it. Undone decisions are removed from it. */
export class GameLog {
  #tree: Tree
  #additions: { readonly number: number; readonly isGame: boolean; readonly apply: (tree: Tree) => void }[] =
    []
  #values: { readonly number: number; readonly values: Values }[] = []

  constructor(
    protected readonly words: Vocabulary,
    protected readonly eye: string | null,
  ) {
    this.#tree = new Tree(words, eye)
  }

  get top(): LogGroup {
    return this.#tree.top
  }

  /** Returns the number of the last addition. Later additions have higher numbers. */
  mark(): number {
    return this.#additions.at(-1)?.number ?? -1
  }

  /** Adds the events that the viewer may know. */
  tell(events: readonly StepEvent[], number = this.mark() + 1, values?: Values): void {
    const known = events.filter((event) => isVisibleTo(event, this.eye))
    if (values !== undefined) this.#values.push({ number, values })
    this.#add(number, true, (tree) => tree.tell(number, known, values))
  }

  /** Returns the computed values after an entry. Returns `undefined` if none were sent until then. */
  valuesAt(number: number): Values | undefined {
    return this.#values.findLast((one) => one.number <= number)?.values
  }

  /** Adds a line that isn't part of the game. */
  note(text: string, number = this.mark() + 1, kind: 'talk' | 'note' = 'note'): void {
    this.#add(number, false, (tree) => tree.note(kind, number, printable(text))) // people wrote some of it
  }

  /** Adds an update of a table. */
  add(update: TableUpdate): void {
    const { number } = update
    const { say } = this.words
    switch (update.type) {
      case 'step':
        return this.tell(eventsFor(update, this.eye), number, toldTo(update, this.eye)?.values)
      case 'chat':
        return this.note(`${update.by}: ${update.text}`, number, 'talk')
      case 'note':
        return this.note(update.text, number)
      case 'undone':
        this.truncate(update.to - 1)
        return this.note(undoText(update, say), number)
      case 'proposal':
        return this.note(say.notes.asksToUndo(update.by), number)
      case 'consent':
        return this.note(say.notes.agrees(update.by, update.yes), number)
      case 'disclosed':
        return this.note(say.notes.disclosed, number)
      case 'rematch':
        return this.note(say.notes.rematch(update.by), number)
      case 'moved':
        return this.note(say.notes.rulesChanged, number)
      case 'seats':
        return // shown elsewhere
    }
  }

  /** Removes the events after the mark, for an undo. Chat and notes stay. */
  truncate(mark: number): void {
    const remaining = this.#additions.filter(({ number, isGame }) => !isGame || number <= mark)
    if (remaining.length === this.#additions.length) return
    this.#additions = remaining
    this.#values = this.#values.filter(({ number }) => number <= mark)
    this.#tree = new Tree(this.words, this.eye)
    for (const { apply } of remaining) apply(this.#tree)
  }

  #add(number: number, isGame: boolean, apply: (tree: Tree) => void): void {
    this.#additions.push({ number, isGame, apply })
    apply(this.#tree)
  }
}

/** Builds the tree. */
class Tree {
  readonly top: LogGroup = groupOf('title', 'top', 0, '', '')
  readonly #open: LogGroup[] = [this.top]
  readonly #classes: (string | undefined)[] = [] // of the actions in progress
  #keys = 0
  #values: Values | undefined // after the last events

  constructor(
    private readonly words: Vocabulary,
    private readonly eye: string | null,
  ) {}

  /** `values`: the computed values after the events, if they changed. */
  tell(number: number, events: readonly StepEvent[], values?: Values): void {
    const { words } = this
    const open = [...this.#open]
    const known = events.filter((event) => isLogged(event, words))
    for (const line of condense(known, condenseOptions(words))) this.#addLine(number, line)
    this.#values = values ?? this.#values
    if (this.#values === undefined) return
    for (const group of open) if (group.before !== undefined) group.after = this.#values
    for (const group of this.#open) group.before ??= this.#values
  }

  note(kind: LogLine['kind'], number: number, text: string): void {
    this.#push({ kind, weight: 'result', ...this.#item(number, text), zones: [], lasting: false })
  }

  #addLine(number: number, line: Line): void {
    const { words } = this
    switch (line.type) {
      case 'entered':
        this.#enter('title', line.title, line.title, number, line, ruleOfGroup(line.procedure, line, words), {
          procedure: line.procedure,
        })
        break
      case 'began': {
        const around = this.#classes.at(-1)
        this.#classes.push(line.class)
        if (line.told === true) this.#open.push(this.#current)
        else
          this.#enter(
            'action',
            beginningSentence(line, around, words),
            shortBeginning(line, around, words),
            number,
            line,
            ruleOfGroup(line.action, line, words),
            { action: line.action },
          )
        break
      }
      case 'left':
      case 'ended':
        if (line.type === 'ended') this.#classes.pop()
        if (this.#open.length > 1) this.#open.pop()
        this.#current.led = false
        break
      case 'chose':
      case 'answered':
      case 'moves':
      case 'swap':
      case 'flips':
      case 'changes':
      case 'rolled':
      case 'shuffled':
      case 'revealed':
      case 'said':
      case 'over': {
        const text = sentence(line, words, this.eye)
        if (text !== '') this.#line(number, text, line)
        break
      }
      default:
        unreachable(line)
    }
  }

  #enter(
    kind: LogGroup['kind'],
    text: string,
    name: string,
    number: number,
    line: Line,
    rule: string | undefined,
    of: Pick<LogGroup, 'action' | 'procedure'>,
  ): void {
    const group: LogGroup = {
      ...groupOf(kind, '', number, text, name),
      ...this.#item(number, text, line),
      ...(rule === undefined ? {} : { rule }),
      ...of,
    }
    this.#push(group)
    this.#open.push(group)
  }

  #line(number: number, text: string, line: Line): void {
    const { words } = this
    const around = {
      acting: this.#classes.length > 0,
      led: this.#current.led,
      titles: this.#open.map((group) => group.text),
    }
    this.#push({
      kind: kindOf(line),
      weight: salienceOf(line, around, words),
      ...this.#item(number, text, line),
      line,
      zones: zonesOf(line),
      lasting: isInformation(line, words),
    })
    if (line.type === 'chose') this.#current.led = true
  }

  #item(number: number, text: string, line?: Line): Item {
    this.#keys += 1
    return {
      key: String(this.#keys),
      number,
      text,
      why: (line?.why ?? []).filter(({ secret }) => secret !== true),
      ...(line !== undefined && 'seat' in line ? { seat: line.seat } : {}),
      ...(line?.rule === undefined ? {} : { rule: line.rule }),
      ...(line?.place === undefined ? {} : { place: line.place }),
    }
  }

  #push(item: LogItem): void {
    this.#current.items.push(item)
    for (const group of this.#open) group.version += 1
  }

  get #current(): LogGroup {
    return this.#open.at(-1) ?? this.top
  }
}

function groupOf(kind: LogGroup['kind'], key: string, number: number, text: string, name: string): LogGroup {
  return { kind, key, number, text, name, why: [], items: [], version: 0, led: false }
}

/** Returns the events of a step for a viewer. */
export function eventsFor(step: Step, viewer: string | null): readonly StepEvent[] {
  return toldTo(step, viewer)?.events ?? []
}

const toldTo = ({ told }: Step, viewer: string | null): Step['told'][number] | undefined =>
  told.find(({ eye }) => eye === viewer) ?? told[0]

function kindOf(line: Line): LogLine['kind'] {
  switch (line.type) {
    case 'said':
    case 'over':
      return 'said'
    case 'chose':
      return 'chose'
    case 'answered':
    case 'began':
    case 'ended':
    case 'entered':
    case 'left':
    case 'moves':
    case 'swap':
    case 'flips':
    case 'changes':
    case 'rolled':
    case 'shuffled':
    case 'revealed':
      return 'change'
  }
}

function zonesOf(line: Line): readonly string[] {
  switch (line.type) {
    case 'moves':
      return [...new Set([...line.moves.map(({ into }) => into), ...line.moves.map(({ from }) => from)])]
    case 'swap':
      return line.at
    case 'flips':
      return line.at.map(({ id }) => id)
    case 'revealed':
      return [line.at]
    case 'changes':
      return line.changes.flatMap(({ of }) => (of === undefined ? [] : [of]))
    case 'shuffled':
      return [line.zone]
    case 'chose': {
      const { choice } = line
      const ids: readonly string[] =
        typeof choice === 'string' ? [choice] : Array.isArray(choice) ? choice : []
      return ids.map((id) => id.slice(id.lastIndexOf('@') + 1))
    }
    case 'answered':
    case 'began':
    case 'ended':
    case 'entered':
    case 'left':
    case 'rolled':
    case 'said':
    case 'over':
      return []
  }
}
