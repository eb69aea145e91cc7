/** Makes reasons: what is the case, in words, with its source location. */
import { type Expr, present, type Saying, withoutUndefined } from '@ludoforge/kernel'
import { MAX_LENGTH, Speaker } from '../say/speaker.js'
import type { Bindings } from './bindings.js'
import type { ClauseEvaluator } from './clause-evaluator.js'
import type { Reason } from './explanation.js'

/** A condition of the rules that matters, where its names are bound. */
export interface Part {
  readonly node: Expr
  readonly at: Bindings
  readonly src?: number | undefined
  /** The sentence that the author wrote for it. */
  readonly says?: Saying | undefined
}

export class Wording {
  readonly speaker: Speaker

  constructor(private readonly asking: ClauseEvaluator) {
    this.speaker = new Speaker(asking)
  }

  /** Returns a reason with this sentence, at the location of the question. */
  note(text: string): Reason {
    const { q, linker } = this.asking
    const { place } = linker.places[q.place] ?? {}
    return { text, ...withoutUndefined({ rule: q.rule, place }) }
  }

  /** Says what is the case with a part that isn't as wanted. */
  say(part: Part, want: boolean): Reason {
    return this.at(part, this.text(part, !want), want)
  }

  /** Says that one of several parts isn't as wanted, without naming which: that could be hidden. */
  notAll(parts: readonly Part[], want: boolean): Reason {
    const first = present(parts[0], 'a clause is made of parts.')
    const clauses = parts.map((part) => this.text(part, want))
    return this.at(first, `not all of this is so: ${clauses.join('; ')}`, want)
  }

  /** Says that no case meets all parts. */
  nowhere(parts: readonly Part[], want: boolean): Reason {
    const first = present(parts[0], 'a clause is made of parts.')
    const clauses = parts.map((part) => this.text(part, want))
    return this.at(first, `nothing meets all of this: ${clauses.join('; ')}`, want)
  }

  /** Says that all parts aren't as wanted, in one clause. */
  together(parts: readonly Part[], want: boolean): Reason {
    const first = present(parts[0], 'a clause is made of parts.')
    const clauses = new Set(parts.map((part) => this.text(part, !want)))
    const text = this.speaker.language.joined([...clauses], 'and')
    return this.at(first, text.length > MAX_LENGTH ? shortened([...clauses]) : text, want)
  }

  private text({ node, at, says }: Part, holds: boolean): string {
    return says === undefined ? this.speaker.clause(node, at, holds) : this.speaker.written(says, at, holds)
  }

  private at({ src, at }: Part, text: string, want: boolean): Reason {
    const source = this.asking.source(src)
    const rule = source?.rule ?? at.rule
    const place = source === undefined ? this.note('').place : `${source.file}:${source.line}`
    const written = source?.text ?? ''
    const code = written === '' ? undefined : want ? written : `not ${written}`
    return { text, ...withoutUndefined({ code, rule, place }) }
  }
}

/** The shortest clause of many, and how many more there are. */
function shortened(clauses: readonly string[]): string {
  const [shortest = ''] = clauses.toSorted((a, b) => a.length - b.length)
  return `${shortest}, and ${clauses.length - 1} more`
}
