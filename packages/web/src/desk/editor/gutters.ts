/** The gutters: how often a line ran, its number and whether it changed, and one sign. */
import { Chunk } from '@codemirror/merge'
import { Facet, type Range, RangeSet, StateEffect, StateField, Text } from '@codemirror/state'
import { type EditorView, gutter, gutterLineClass, GutterMarker, lineNumbers } from '@codemirror/view'
import type { LineMark, Problem } from '../desk-state.js'

/** What the desk knows about the lines of a file. */
export interface LineFacts {
  /** By line. */
  readonly marks: ReadonlyMap<number, readonly LineMark[]>
  readonly problems: readonly Problem[]
  /** The text before the edits. Absent if the file is new. */
  readonly before: string | undefined
}

/** Sets the facts of the file in the editor. */
export const setLineFacts = StateEffect.define<LineFacts>()

type Sign = 'error' | 'warning' | 'failed' | 'mutant' | 'passed'

const SIGNS: Readonly<Record<Sign, readonly [text: string, label: string]>> = {
  error: ['!', 'Error'],
  warning: ['!', 'Warning'],
  failed: ['✕', 'Example failed'],
  mutant: ['m', 'A changed rule goes unnoticed'],
  passed: ['✓', 'Example passed'],
}

class SignMarker extends GutterMarker {
  constructor(
    readonly sign: Sign,
    readonly story: readonly string[],
  ) {
    super()
  }

  override eq(other: GutterMarker): boolean {
    return (
      other instanceof SignMarker &&
      other.sign === this.sign &&
      other.story.join('\n') === this.story.join('\n')
    )
  }

  override toDOM(): Node {
    const [text, label] = SIGNS[this.sign]
    const sign = document.createElement('span')
    sign.className = `sign ${this.sign}`
    sign.textContent = text
    sign.title = [label, ...this.story].join('\n')
    return sign
  }
}

class BarMarker extends GutterMarker {
  override readonly elementClass: string
  constructor(kind: 'ran' | 'never') {
    super()
    this.elementClass = `bar-${kind}`
  }
}
const RAN = new BarMarker('ran')
const NEVER = new BarMarker('never')

class ChangedMarker extends GutterMarker {
  override readonly elementClass = 'changed'
}
const CHANGED = new ChangedMarker()

interface Shown {
  readonly facts: LineFacts
  readonly beforeText: Text | undefined
  readonly bars: RangeSet<GutterMarker>
  readonly signs: RangeSet<SignMarker>
  readonly changed: RangeSet<GutterMarker>
}

const NONE: Shown = {
  facts: { marks: new Map(), problems: [], before: undefined },
  beforeText: undefined,
  bars: RangeSet.empty,
  signs: RangeSet.empty,
  changed: RangeSet.empty,
}

const shownField = StateField.define<Shown>({
  create: () => NONE,
  update(shown, { docChanged, changes, effects, state: { doc } }) {
    let next = shown
    if (docChanged)
      next = {
        ...shown,
        bars: shown.bars.map(changes),
        signs: shown.signs.map(changes),
        changed: changedLines(shown.beforeText, doc),
      }
    for (const effect of effects) if (effect.is(setLineFacts)) next = withFacts(next, effect.value, doc)
    return next
  },
  provide: (field) => gutterLineClass.computeN([field], (state) => [state.field(field).changed]),
})

function withFacts(shown: Shown, facts: LineFacts, doc: Text): Shown {
  const isSameText = facts.before === shown.facts.before && shown !== NONE
  const beforeText = isSameText
    ? shown.beforeText
    : facts.before === undefined
      ? undefined
      : Text.of(facts.before.split('\n'))
  const bars: Range<GutterMarker>[] = []
  const signs: Range<SignMarker>[] = []
  const lines = new Set([...facts.marks.keys(), ...facts.problems.map(({ line }) => line)])
  for (const line of [...lines].toSorted((a, b) => a - b)) {
    if (line < 1 || line > doc.lines) continue
    const { from } = doc.line(line)
    const marks = facts.marks.get(line) ?? []
    if (marks.some(({ kind }) => kind === 'never')) bars.push(NEVER.range(from))
    else if (marks.some(({ kind }) => kind === 'ran')) bars.push(RAN.range(from))
    const sign = signOf(
      facts.problems.filter((problem) => problem.line === line),
      marks,
    )
    const story = marks.flatMap((mark) => mark.story)
    if (sign !== undefined) signs.push(new SignMarker(sign, story).range(from))
  }
  return {
    facts,
    beforeText,
    bars: RangeSet.of(bars),
    signs: RangeSet.of(signs),
    changed: isSameText ? shown.changed : changedLines(beforeText, doc),
  }
}

/** The sign of a line: its error, or the first of its marks in their order. */
function signOf(problems: readonly Problem[], marks: readonly LineMark[]): Sign | undefined {
  if (problems.some(({ severity }) => severity === 'error')) return 'error'
  for (const kind of ['failed', 'mutant', 'passed'] as const)
    if (marks.some((mark) => mark.kind === kind)) return kind
  return problems.length > 0 ? 'warning' : undefined
}

/** The lines that differ from the text before the edits. A new file has no changed lines. */
function changedLines(before: Text | undefined, doc: Text): RangeSet<GutterMarker> {
  if (before === undefined || before.eq(doc)) return RangeSet.empty
  const ranges: Range<GutterMarker>[] = []
  for (const { fromB, endB } of Chunk.build(before, doc)) {
    const last = doc.lineAt(Math.min(endB, doc.length)).number
    for (let line = doc.lineAt(Math.min(fromB, doc.length)).number; line <= last; line += 1)
      ranges.push(CHANGED.range(doc.line(line).from))
  }
  return RangeSet.of(ranges)
}

/** The story of a line: what its marks tell. */
export function storyAt(view: EditorView, line: number): readonly string[] {
  const { from } = view.state.doc.line(line)
  const { signs, facts } = view.state.field(shownField)
  const story: string[] = []
  signs.between(from, from, (_, __, { story: told }) => {
    story.push(...told)
  })
  const problems = facts.problems.filter((problem) => problem.line === line)
  return [...problems.map(({ message }) => message), ...story]
}

/** Called when the sign of a line is pressed. */
export const onSign = Facet.define<(view: EditorView, line: number) => void>()

const pressed = (view: EditorView, at: number): boolean => {
  const line = view.state.doc.lineAt(at).number
  for (const listener of view.state.facet(onSign)) listener(view, line)
  return true
}

/** All gutters, from the left: the bar, the number, the sign. */
export const gutters = [
  shownField,
  gutter({ class: 'bars', markers: (view) => view.state.field(shownField).bars }),
  lineNumbers(),
  gutter({
    class: 'signs',
    markers: (view) => view.state.field(shownField).signs,
    domEventHandlers: { mousedown: (view, line) => pressed(view, line.from) },
  }),
]
