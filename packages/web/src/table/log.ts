/** What happened, as a tree: under each title and action what belongs to it. */
import {
  beginningSentence,
  condense,
  type Happening,
  isWorthTelling,
  type Line,
  ruleOfGroup,
  sentence,
  toldWith,
  undoneText,
  type Words,
} from '@ludoforge/client'
import type { PolicyReason, StepEvent } from '@ludoforge/kernel'
import { capital } from './words.js'

export interface LogLine {
  readonly kind: 'said' | 'chose' | 'change' | 'talk' | 'note'
  readonly key: string
  readonly number: number // of the entry
  readonly text: string
  readonly seat?: string
  readonly rule?: string
  readonly place?: string
  readonly why: readonly PolicyReason[]
  /** Where on the board it happened, the most telling place first. */
  readonly zones: readonly string[]
}

export interface LogGroup {
  readonly kind: 'title' | 'action'
  readonly key: string
  readonly number: number
  readonly text: string
  readonly seat?: string
  readonly rule?: string
  readonly place?: string
  readonly why: readonly PolicyReason[]
  readonly items: LogItem[]
  /** Changes whenever something is added in it. */
  version: number
}

export type LogItem = LogLine | LogGroup

export function isGroup(item: LogItem): item is LogGroup {
  return item.kind === 'title' || item.kind === 'action'
}

type Step = Extract<Happening, { readonly type: 'step' }>

/** The story as one of the eyes at the table may know it. Things are added to it; what is taken back leaves it. */
export class Story {
  readonly top: LogGroup = group('title', 'top', 0, '')
  readonly #open: LogGroup[] = [this.top]
  readonly #classes: (string | undefined)[] = []
  #keys = 0

  constructor(
    private readonly words: Words,
    private readonly eye: string | null,
  ) {}

  add(happening: Happening): void {
    switch (happening.type) {
      case 'step':
        this.tell(happening.number, eventsFor(happening, this.eye))
        break
      case 'chat':
        this.#line('talk', happening.number, `${happening.by}: ${happening.text}`)
        break
      case 'note':
        this.#line('note', happening.number, happening.text)
        break
      case 'undone':
        this.#line('note', happening.number, undoneText(happening))
        break
      case 'proposal':
        this.#line('note', happening.number, `${happening.by} asks to take decisions back.`)
        break
      case 'consent':
        this.#line(
          'note',
          happening.number,
          `${happening.by} ${happening.yes ? 'agrees' : 'does not agree'}.`,
        )
        break
      case 'moved':
        this.#line('note', happening.number, 'The table goes on by changed rules.')
        break
      case 'seats':
        break // the panel of seats shows it
    }
  }

  tell(number: number, events: readonly StepEvent[]): void {
    const { words, eye } = this
    const known = events.filter((event) => isWorthTelling(event, words))
    for (const line of condense(known, toldWith(words))) this.#take(number, line, eye)
  }

  #take(number: number, line: Line, eye: string | null): void {
    const { words } = this
    switch (line.type) {
      case 'entered':
        this.#enter('title', number, line.title, line, ruleOfGroup(line.procedure, line, words))
        break
      case 'began':
        this.#enter(
          'action',
          number,
          beginningSentence(line, this.#classes.at(-1), words),
          line,
          ruleOfGroup(line.action, line, words),
        )
        this.#classes.push(line.class)
        break
      case 'left':
        if (this.#open.length > 1) this.#open.pop()
        break
      case 'ended':
        this.#classes.pop()
        if (this.#open.length > 1) this.#open.pop()
        break
      default: {
        const text = sentence(line, words, eye)
        if (text === '') return
        const kind = line.type === 'said' ? 'said' : line.type === 'chose' ? 'chose' : 'change'
        this.#line(kind, number, text, line)
      }
    }
  }

  #enter(kind: LogGroup['kind'], number: number, text: string, line: Line, rule: string | undefined): void {
    const made = group(kind, this.#key(), number, text, {
      ...('seat' in line ? { seat: line.seat } : {}),
      ...(rule === undefined ? {} : { rule }),
      ...('place' in line && line.place !== undefined ? { place: line.place } : {}),
      why: line.why ?? [],
    })
    this.#push(made)
    this.#open.push(made)
  }

  #line(kind: LogLine['kind'], number: number, text: string, line?: Line): void {
    this.#push({
      kind,
      key: this.#key(),
      number,
      text: capital(text),
      why: line?.why ?? [],
      zones: line === undefined ? [] : zonesOf(line),
      ...(line !== undefined && 'seat' in line ? { seat: line.seat } : {}),
      ...(line?.rule === undefined ? {} : { rule: line.rule }),
      ...(line !== undefined && 'place' in line && line.place !== undefined ? { place: line.place } : {}),
    })
  }

  #push(item: LogItem): void {
    this.#open.at(-1)?.items.push(item)
    for (const one of this.#open) one.version += 1
  }

  #key(): string {
    this.#keys += 1
    return String(this.#keys)
  }
}

function group(
  kind: LogGroup['kind'],
  key: string,
  number: number,
  text: string,
  more: Partial<Pick<LogGroup, 'seat' | 'rule' | 'place' | 'why'>> = {},
): LogGroup {
  return { kind, key, number, text, why: [], ...more, items: [], version: 0 }
}

export function eventsFor({ told }: Step, eye: string | null): readonly StepEvent[] {
  return (told.find((one) => one.eye === eye) ?? told[0])?.events ?? []
}

function zonesOf(line: Line): readonly string[] {
  switch (line.type) {
    case 'gathered':
      return [line.into, ...line.from.map(({ zone }) => zone)]
    case 'flipped':
    case 'revealed':
      return [line.at]
    case 'set':
      return line.of === undefined ? [] : [line.of]
    case 'shuffled':
      return [line.zone]
    case 'chose': {
      const ids =
        typeof line.choice === 'string' ? [line.choice] : Array.isArray(line.choice) ? line.choice : []
      return (ids as string[]).map((id) => id.slice(id.lastIndexOf('@') + 1))
    }
    default:
      return []
  }
}

/** The happenings that count: what was taken back is left out, the word about it stays. */
export function counting(happenings: readonly Happening[]): readonly Happening[] {
  const kept: Happening[] = []
  for (const one of happenings) {
    if (one.type === 'undone') {
      const back = kept.filter(({ type, number }) => type !== 'step' || number < one.to)
      kept.length = 0
      kept.push(...back)
    }
    kept.push(one)
  }
  return kept
}
