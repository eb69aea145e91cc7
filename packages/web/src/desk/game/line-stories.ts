/** Words what examples and mutants tell about lines, a sentence each. */
import type { CoverageReport, Mutation } from '@ludoforge/compiler/files'
import type { GameDef } from '@ludoforge/kernel'
import type { CoverageNote, MutantNote } from './messages.js'

/** The coverage of the examples, with a sentence for each point that none of them executes. */
export function coverageNote({ sources }: GameDef, { total, missed }: CoverageReport): CoverageNote {
  const kinds = [total.statements, total.branches, total.requirements]
  const sum = (part: 'covered' | 'all'): number => kinds.reduce((n, kind) => n + kind[part], 0)
  const isKnown = new Set(sources.map(({ file }) => file))
  return {
    covered: sum('covered'),
    all: sum('all'),
    missed: missed
      .filter(({ file }) => isKnown.has(file))
      .map((point) => ({ path: point.file, line: point.line, text: missedText(point) })),
  }
}

function missedText({ kind, side = '' }: CoverageReport['missed'][number]): string {
  switch (kind) {
    case 'statement':
      return 'No example runs this line.'
    case 'branch':
      return side === 'else'
        ? 'In no example this condition is false.'
        : side === 'then'
          ? 'In no example this condition is true.'
          : `No example chooses ${side} here.`
    case 'requirement':
      return side === 'false'
        ? 'In no example this requirement fails.'
        : 'In no example this requirement holds.'
  }
}

/** A mutant that survives. */
export function mutantText({ file, line, from, to, outcome }: Mutation): MutantNote {
  const why = outcome === 'unreached' ? 'because no example runs this line' : 'and all examples still pass'
  return { path: file, line, text: `${from} can become ${to}, ${why}.` }
}
