/** Which rules the examples of a game carry out, and which they never do. */
import {
  Coverage,
  withoutUndefined,
  type Game,
  type GameDef,
  linkGame,
  type SourceDef,
} from '@ludoforge/kernel'

/** So many there are, and so many of them were carried out. */
export interface Share {
  readonly covered: number
  readonly all: number
}

/** Each side of a branch counts; a requirement counts twice: seen to hold, and seen to fail. */
export type Shares = Readonly<Record<'statements' | 'branches' | 'requirements', Share>>

/** Something that no example carries out. */
export interface UncoveredPoint extends Omit<SourceDef, 'text'> {
  readonly kind: 'statement' | 'branch' | 'requirement'
  readonly text: string // the words that stand there
  readonly side?: string // of a branch: which; of a requirement: what it never was, `true` or `false`
}

/** Which rules the examples carry out, all in all and file by file. */
export interface CoverageReport {
  readonly total: Shares
  readonly files: readonly {
    readonly file: string
    readonly shares: Shares
    readonly sections: readonly { readonly rule: string; readonly shares: Shares }[] // by rule number
  }[]
  readonly missed: readonly UncoveredPoint[] // in reading order
}

/** The game with counters in it. */
export function linkWithCoverage(def: GameDef): { readonly game: Game; readonly coverage: Coverage } {
  const coverage = new Coverage()
  return { game: linkGame(def, coverage), coverage }
}

interface Thing {
  readonly at: UncoveredPoint
  readonly covered: boolean
}

export function coverageOf(def: GameDef, coverage: Coverage): CoverageReport {
  const things = thingsOf(def, coverage)
  const files = [...new Set(things.map(({ at }) => at.file))]
  return {
    total: sharesOf(things),
    files: files.map((file) => {
      const inside = things.filter(({ at }) => at.file === file)
      const rules = [...new Set(inside.flatMap(({ at }) => at.rule ?? []))].toSorted(byNumber)
      return {
        file,
        shares: sharesOf(inside),
        sections: rules.map((rule) => ({
          rule,
          shares: sharesOf(inside.filter(({ at }) => at.rule === rule)),
        })),
      }
    }),
    missed: things.filter(({ covered }) => !covered).map(({ at }) => at),
  }
}

/** What the counters tell, in reading order. */
function thingsOf(def: GameDef, { points, hits }: Coverage): Thing[] {
  const all = points.flatMap(({ kind, src, rule, side }, i): Thing[] => {
    const at = def.sources[src]
    const more = { ...withoutUndefined({ rule }), ...(side === '' ? {} : { side }) }
    return at === undefined ? [] : [{ at: { kind, ...at, ...more }, covered: (hits[i] ?? 0) > 0 }]
  })
  return all.toSorted(
    ({ at: a }, { at: b }) =>
      a.file.localeCompare(b.file, 'en', { numeric: true }) || a.line - b.line || a.column - b.column,
  )
}

function sharesOf(things: readonly Thing[]): Shares {
  const share = (kind: UncoveredPoint['kind']): Share => {
    const those = things.filter(({ at }) => at.kind === kind)
    return { covered: those.filter(({ covered }) => covered).length, all: those.length }
  }
  return { statements: share('statement'), branches: share('branch'), requirements: share('requirement') }
}

/** Rule numbers as people order them. */
const byNumber = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true })
