/** The answers of examples: `Picks` of packages/play, with the source locations of errors. */
import type { Choice, Decision, State, TypeName } from '@ludoforge/kernel'
import { type Expression, PickError, type PickMeanings, Picks } from '@ludoforge/play'
import { describe, DiagnosticError, unknownName } from '../elaborate/index.js'
import type { ExprNode } from '../parser/index.js'
import { Cursor, ParseError } from '../parser/cursor.js'
import { parseExpr } from '../parser/expressions.js'
import type { ExampleLinker } from './linker.js'
import type { Pick } from './parse.js'

/** Resolves the answers of examples. */
export class ExamplePicks {
  readonly #picks: Picks<Pick>

  constructor(linker: ExampleLinker) {
    this.#picks = new Picks(linker.links, pickMeanings(linker))
  }

  choice(state: State, decision: Decision, picks: readonly Pick[], ahead?: 'only' | 'throughout'): Choice {
    return located(() => this.#picks.choice(state, decision, picks, ahead))
  }

  offered(state: State, decision: Decision, pick: Pick): boolean {
    return located(() => this.#picks.offered(state, decision, pick))
  }

  namesIn(state: State, pick: Pick): readonly string[] | undefined {
    return this.#picks.namesIn(state, pick)
  }

  nameOf(id: string): string | undefined {
    return this.#picks.nameOf(id)
  }

  exists(state: State, pick: Pick): boolean {
    return this.#picks.exists(state, pick)
  }
}

/** The meanings of the picks of examples and lessons. */
function pickMeanings(linker: ExampleLinker): PickMeanings<Pick> {
  return {
    meaning: (pick: Pick, type: TypeName): Expression => linker.typed(exprOf(pick), type),
    plainMeaning(pick: Pick): Expression | undefined {
      try {
        return linker.typed(exprOf(pick))
      } catch (error) {
        if (error instanceof DiagnosticError || error instanceof ParseError) return undefined
        throw error
      }
    },
  }
}

/** Throws a `PickError` as an error with a source location. */
function located<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw error instanceof PickError ? diagnosticOf(error as PickError<Pick>) : error
  }
}

/** The error with its source location. */
export function diagnosticOf({ pick, problem }: PickError<Pick>): DiagnosticError {
  const { text, span } = pick
  switch (problem.is) {
    case 'empty':
      return new DiagnosticError('names-nothing', span, `\`${text}\` is empty here: nothing matches it.`)
    case 'no-number':
      return new DiagnosticError('wrong-type', span, `Expected a number, found \`${text}\`.`)
    case 'ambiguous': {
      const places = problem.places.map((place) => `\`${place}\``).join(' or ')
      const message = `\`${text}\` is offered in several places.`
      return new DiagnosticError('ambiguous-name', span, message, `Write ${places}.`)
    }
    case 'unknown':
      return unknownName(span, text, 'an option of this question', problem.known)
    case 'of-another-type': {
      const [wanted, found] = [describe(problem.wanted), describe(problem.found)]
      const message = `The question asks for ${wanted}, but \`${text}\` is ${found}.`
      return new DiagnosticError('wrong-type', span, message)
    }
  }
}

const parsed = new WeakMap<Pick, ExprNode>()

/** Parses the words of a pick as an expression. */
export function exprOf(pick: Pick): ExprNode {
  const known = parsed.get(pick)
  if (known !== undefined) return known
  const c = new Cursor(pick.tokens, pick.span)
  const node = parseExpr(c)
  c.end()
  parsed.set(pick, node)
  return node
}
