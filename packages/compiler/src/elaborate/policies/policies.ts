/** Elaboration of policies: their seats, game options, fallbacks and entries. */
import type {
  EntryDef,
  GameDef,
  PolicyDef,
  ProcedureDef,
  QuestionName,
  RuleQuestion,
} from '@ludoforge/kernel'
import { withoutUndefined, questionsNamed, questionsOf } from '@ludoforge/kernel'
import { FALLBACKS } from '@ludoforge/play'
import type { EntryNode, QuestionNode } from '../../parser/index.js'
import type { Context } from '../expressions/expressions.js'
import { DiagnosticError, unknownName, wrongType } from '../diagnostic-error.js'
import { PolicyEntryElaborator } from './policy-lines.js'
import { Scope } from '../scope.js'
import { catchDiagnostics } from '../statements/statements.js'
import { describe } from '../types.js'
import type { PolicyNode, SymbolTable } from '../symbols.js'

/** Elaborates policies in source order, which decides between entries for the same question. */
export function elaboratePolicies(
  world: SymbolTable,
  def: GameDef,
  nodes: readonly PolicyNode[],
): readonly PolicyDef[] {
  if (nodes.length === 0) return []
  const inOrder = nodes
    .toSorted((a, b) =>
      a.span.file === b.span.file ? a.span.line - b.span.line : a.span.file < b.span.file ? -1 : 1,
    )
    .map((node) => ({ ...node, seats: seatsOf(world, node) }))
  const cx: Context = { world: world.pondering(), scope: new Scope() }
  const index = new QuestionIndex(def, world.reporter.hasErrors)
  const heads = new PolicyHeads(cx, inOrder)
  return inOrder.map((node) => {
    heads.check(node)
    const entries = node.entries.flatMap(
      (entry) => catchDiagnostics(cx, () => [entryOf(cx, index, node, entry)]) ?? [],
    )
    const { title, rule } = node
    return withoutUndefined({
      id: node.name.text,
      title,
      seats: node.seats.map(({ text }) => text),
      option: node.option?.text,
      otherwise: node.otherwise?.text,
      entries,
      rule,
      src: world.source(node.span, node.text, rule),
    })
  })
}

/** The seats of a policy: `for seats` means all of them. */
function seatsOf(world: SymbolTable, { seats }: PolicyNode): PolicyNode['seats'] {
  const [first] = seats
  if (seats.length !== 1 || first?.text !== 'seats') return seats
  return [...world.seats].map((text) => ({ text, span: first.span }))
}

function entryOf(cx: Context, index: QuestionIndex, policy: PolicyNode, node: EntryNode): EntryDef {
  const rule = node.rule ?? policy.rule
  const at = node.at.map((question) => index.named(question))
  const questions = questionsNamed(index.def, at)
  const seats = policy.seats.map(({ text }) => text)
  const lower = (): ReturnType<typeof lowerEntry> => {
    const elaborator = new PolicyEntryElaborator(cx, index.def, questions, seats, node.broken)
    return lowerEntry(cx, elaborator, node, rule)
  }
  // What a window offers depends on more than its question.
  const cache = questions.some(({ kind }) => kind === 'window') ? undefined : cx.world.lowering
  const { when, lines, names } =
    cache?.entries.of(cx.world, node, lower, { key: questions.map(keyOf).join('\n') }) ?? lower()
  const src = cx.world.source(node.span, node.text, rule)
  // Without a rule number the section heading may cover more than this entry.
  const title = (rule === undefined ? policy.title : undefined) ?? cx.world.heading(node.span, policy.title)
  return { at, names, lines, ...withoutUndefined({ when, title, rule, src }) }
}

function lowerEntry(
  cx: Context,
  elaborator: PolicyEntryElaborator,
  { when: condition, lines: written }: EntryNode,
  rule: string | undefined,
): Pick<EntryDef, 'when' | 'lines' | 'names'> {
  const when = condition && elaborator.condition(condition)
  const lines = written.flatMap(
    (line) => catchDiagnostics(cx, () => [elaborator.line(line, line.rule ?? rule)]) ?? [],
  )
  return { lines, names: elaborator.names(), ...withoutUndefined({ when }) }
}

const knownKeys = new WeakMap<RuleQuestion, string>()

/** What the lines of an entry depend on, as a text. */
function keyOf(question: RuleQuestion): string {
  const { procedure, kind, name, ids, type, names, node } = question
  const isOptional = node !== null && 'optional' in node && node.optional !== undefined
  const key =
    knownKeys.get(question) ?? JSON.stringify([procedure, kind, name, ids, type, [...names], isOptional])
  knownKeys.set(question, key)
  return key
}

/** Resolves the names by which policies refer to questions. */
class QuestionIndex {
  readonly #questions = new Map<string, RuleQuestion[]>() // by procedure
  readonly #procedures: ReadonlyMap<string, ProcedureDef>

  /** `broken`: some rules have errors, so questions may be missing. */
  constructor(
    readonly def: GameDef,
    private readonly broken: boolean,
  ) {
    for (const question of questionsOf(def)) {
      const { procedure } = question
      this.#questions.set(procedure, [...(this.#questions.get(procedure) ?? []), question])
    }
    this.#procedures = new Map(def.procedures.toReversed().map((one) => [one.id, one])) // the first of a name
  }

  named({ procedure: { text: procedure, span }, name }: QuestionNode): QuestionName {
    const known = this.#procedures.get(procedure)
    if (known === undefined && this.broken) return { procedure }
    if (known === undefined)
      throw unknownName(
        span,
        procedure,
        'a procedure, action or window',
        this.def.procedures.map(({ id }) => id),
      )
    const own = this.#questions.get(procedure) ?? []
    if (name === undefined) {
      const menus = own.filter(({ kind }) => kind === 'menu')
      if (known.kind === 'window' || menus.length === 1 || this.broken) return { procedure }
      const several = menus.length > 1
      const message = `\`${procedure}\` has ${several ? 'several menus' : 'no menu'}.`
      throw new DiagnosticError(
        'unknown-question',
        span,
        message,
        several ? 'Name one of them by one of its options.' : describeQuestions(own),
      )
    }
    const { text } = name
    const [answers, options] = [
      own.filter((q) => q.name === text),
      own.filter(({ ids }) => ids.includes(text)),
    ]
    if (answers.length > 0 && options.length > 0)
      throw new DiagnosticError(
        'ambiguous-name',
        name.span,
        `\`${text}\` is both an answer and an option of a menu in \`${procedure}\`.`,
        'Rename one of them in the rules.',
      )
    if (answers.length > 0) return { procedure, name: text }
    if (options.length > 0) return { procedure, option: text }
    if (this.broken) return { procedure, name: text } // the question may be missing
    const error = unknownName(name.span, text, `a question of \`${procedure}\``, own.flatMap(namesOf))
    throw new DiagnosticError(
      'unknown-question',
      name.span,
      error.message,
      error.hint ?? describeQuestions(own),
    )
  }
}

const namesOf = ({ name, ids }: RuleQuestion): readonly string[] => (name === null ? ids : [name])

/** Lists the questions of a procedure, as a hint. */
function describeQuestions(questions: readonly RuleQuestion[]): string {
  const names = questions.flatMap(({ procedure, kind, name, ids }) =>
    kind === 'window' ? [] : [`\`${procedure}.${name ?? ids[0]}\``],
  )
  return names.length === 0 ? 'It asks no questions.' : `It asks: ${[...new Set(names)].join(', ')}.`
}

/** Checks the heads of policies: seats, game options and fallbacks. */
class PolicyHeads {
  constructor(
    private readonly cx: Context,
    private readonly nodes: readonly PolicyNode[],
  ) {}

  check(node: PolicyNode): void {
    const { world } = this.cx
    for (const { text, span } of node.seats)
      this.#report(() => {
        if (!world.seats.has(text)) throw unknownName(span, text, 'a seat', world.seats)
      })
    this.#report(() => {
      if (FALLBACKS.includes(node.name.text))
        throw new DiagnosticError(
          'duplicate',
          node.name.span,
          `\`${node.name.text}\` is the name of a built-in agent.`,
          'Choose another name.',
        )
    })
    this.#report(() => this.#option(node))
    this.#report(() => this.#fallback(node))
    this.#report(() => this.#alike(node))
  }

  #report(work: () => void): void {
    catchDiagnostics(this.cx, work)
  }

  #option({ option }: PolicyNode): void {
    if (option === undefined) return
    const { world } = this.cx
    const known = world.options.get(option.text)
    const lists = [...world.options.values()].filter(({ type }) => type === 'list seat').map(({ id }) => id)
    if (known === undefined) throw unknownName(option.span, option.text, 'a game option', lists)
    world.use(`option:${option.text}`)
    if (known.type !== 'list seat')
      throw wrongType(
        option.span,
        `\`${option.text}\` is ${describe(known.type)}, but \`as\` needs a game option that is a list of seats.`,
      )
  }

  #fallback(node: PolicyNode): void {
    const { otherwise } = node
    if (otherwise === undefined || FALLBACKS.includes(otherwise.text)) return
    const sets = new Set(this.nodes.map(({ name }) => name.text))
    if (!sets.has(otherwise.text))
      throw unknownName(otherwise.span, otherwise.text, 'a policy or an agent', [...sets, ...FALLBACKS])
    for (const { text: seat } of node.seats) {
      const chain = [node.name.text]
      for (let next: string | undefined = otherwise.text; next !== undefined; ) {
        const here: string = next
        if (chain.includes(here)) {
          const circle = [...chain, here].map((name) => `\`${name}\``).join(', else ')
          throw new DiagnosticError(
            'circular',
            otherwise.span,
            `The fallbacks for ${seat} form a cycle: ${circle}.`,
          )
        }
        chain.push(here)
        const parts = this.#parts(here, seat)
        if (parts.length === 0)
          throw new DiagnosticError(
            'unknown-name',
            otherwise.span,
            `The policy \`${here}\` isn't for ${seat}.`,
          )
        const fallback = parts.find((part) => part.otherwise !== undefined)?.otherwise?.text
        next = fallback === undefined || FALLBACKS.includes(fallback) ? undefined : fallback
      }
    }
  }

  /** Checks that two blocks of one policy have the same `as` and `else` for a seat. */
  #alike(node: PolicyNode): void {
    for (const { text: seat } of node.seats)
      for (const key of ['option', 'otherwise'] as const) {
        const own = node[key]
        const other = this.#parts(node.name.text, seat).find((part) => part[key] !== undefined)?.[key]
        if (own !== undefined && other !== undefined && own.text !== other.text)
          throw new DiagnosticError(
            'duplicate',
            own.span,
            `The policy \`${node.name.text}\` already has \`${key === 'option' ? 'as' : 'else'} ${other.text}\` for ${seat}.`,
          )
      }
  }

  #parts(id: string, seat: string): PolicyNode[] {
    return this.nodes.filter(({ name, seats }) => name.text === id && seats.some(({ text }) => text === seat))
  }
}
