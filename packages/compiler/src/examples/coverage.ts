/** Coverage: the rules that the examples of a game execute, and those they don't. */
import {
  Coverage,
  withoutUndefined,
  type Game,
  type GameDef,
  linkGame,
  type SourceDef,
} from '@ludoforge/kernel'

/** The number of coverage points, and of those the examples reach. */
export interface Share {
  readonly covered: number
  readonly all: number
}

/** Each side of a branch counts. A requirement counts twice: once holding, once failing. */
export type Shares = Readonly<Record<'statements' | 'branches' | 'requirements', Share>>

/** A coverage point that no example reaches. */
export interface UncoveredPoint extends Omit<SourceDef, 'text'> {
  readonly kind: 'statement' | 'branch' | 'requirement'
  readonly text: string // its source text
  readonly side?: string // the side of a branch; for a requirement the value it never had, `true` or `false`
}

/** Coverage in total, by file and by rule number. */
export interface CoverageReport {
  readonly total: Shares
  readonly files: readonly {
    readonly file: string
    readonly shares: Shares
    readonly sections: readonly { readonly rule: string; readonly shares: Shares }[] // by rule number
  }[]
  readonly missed: readonly UncoveredPoint[] // in reading order
}

/** Links a game with coverage counters. */
export function linkWithCoverage(def: GameDef): { readonly game: Game; readonly coverage: Coverage } {
  const coverage = new Coverage()
  return { game: linkGame(def, coverage), coverage }
}

interface CoveragePoint {
  readonly at: UncoveredPoint
  readonly covered: boolean
}

/** Returns which points of the rules were executed, file by file. */
export function coverageOf(def: GameDef, coverage: Coverage): CoverageReport {
  const points = pointsOf(def, coverage)
  const files = [...new Set(points.map(({ at }) => at.file))]
  return {
    total: sharesOf(points),
    files: files.map((file) => {
      const inside = points.filter(({ at }) => at.file === file)
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
    missed: points.filter(({ covered }) => !covered).map(({ at }) => at),
  }
}

/** The coverage points with their counters, in reading order. */
function pointsOf(def: GameDef, { points, hits }: Coverage): CoveragePoint[] {
  const all = points.flatMap(({ kind, src, rule, side }, i): CoveragePoint[] => {
    const at = def.sources[src]
    const more = { ...withoutUndefined({ rule }), ...(side === '' ? {} : { side }) }
    return at === undefined ? [] : [{ at: { kind, ...at, ...more }, covered: (hits[i] ?? 0) > 0 }]
  })
  return all.toSorted(
    ({ at: a }, { at: b }) => byNumber(a.file, b.file) || a.line - b.line || a.column - b.column,
  )
}

function sharesOf(points: readonly CoveragePoint[]): Shares {
  const share = (kind: UncoveredPoint['kind']): Share => {
    const ofKind = points.filter(({ at }) => at.kind === kind)
    return { covered: ofKind.filter(({ covered }) => covered).length, all: ofKind.length }
  }
  return { statements: share('statement'), branches: share('branch'), requirements: share('requirement') }
}

/** Compares names and rule numbers, with the numbers in them by value. */
const byNumber = new Intl.Collator('en', { numeric: true }).compare
