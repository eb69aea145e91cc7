/** Compiles a lesson to data that a session runs without the compiler. */
import type { Expr, GameDef, QuestionName, Text, TypeName } from '@ludoforge/kernel'
import {
  isRecord,
  itemOf,
  questionsNamed,
  questionsOf,
  stripSources,
  withoutUndefined,
} from '@ludoforge/kernel'
import type {
  ConditionPart,
  Expression,
  Lesson,
  LessonAct,
  LessonAnswer,
  LessonCondition,
  LessonPick,
  LessonStep,
  Pointer,
  Task,
} from '@ludoforge/play'
import {
  elaborate,
  elaborateBlock,
  elaborateText,
  Scope,
  type SymbolTable,
  unknownName,
  DiagnosticError,
} from '../elaborate/index.js'
import { elaborated } from '../examples/linker.js'
import type { Pick, Step } from '../examples/parse.js'
import { exprOf } from '../examples/picks.js'
import { plainAction } from '../examples/plain-action.js'
import { startOf } from '../examples/start-of.js'
import type { ExprNode, TextNode, Word } from '../parser/index.js'
import { Cursor, ParseError } from '../parser/cursor.js'
import { parseExpr } from '../parser/expressions.js'
import type { Span } from '../source/index.js'
import type { ConditionNode } from './conditions.js'
import {
  type AnswerNode,
  courseName,
  type LessonNode,
  type LessonStepNode,
  type PointerNode,
  type QuestionNode,
  type TaskNode,
} from './parse.js'

/** Where a lesson or a guide starts. */
type LessonStart = Omit<Lesson, 'id' | 'title' | 'rules' | 'teaches' | 'saved' | 'steps'>

/** A compiled lesson, with what a test needs to know of its source. */
export interface CompiledLesson {
  readonly lesson: Lesson
  readonly nodes: readonly LessonStepNode[] // of each step
  readonly expectations: readonly Step[] // by the numbers of `expects`
  readonly picks: ReadonlyMap<LessonPick, Pick>
}

/** Compiles a lesson. Throws `DiagnosticError` or `ParseError` for the first error. */
export function compileLesson(world: SymbolTable, def: GameDef, node: LessonNode): CompiledLesson {
  return new LessonCompiler(world, def, node.given, node.span).compiled(node)
}

/** Compiles the parts of a lesson or a guide. */
export class LessonCompiler {
  readonly #steps: LessonStep[] = []
  readonly #nodes: LessonStepNode[] = []
  readonly #expectations: Step[] = []
  readonly #picks = new Map<LessonPick, Pick>()
  readonly #names = new Map<string, Expression>() // `you`, and those of `let`
  readonly #questionTypes: readonly TypeName[]

  constructor(
    private readonly world: SymbolTable,
    private readonly def: GameDef,
    private readonly given: LessonNode['given'],
    private readonly span: Span,
  ) {
    this.#questionTypes = [...new Set(questionsOf(def).flatMap(({ type }) => type ?? []))]
  }

  compiled({ title, rules, teaches, file, steps }: LessonNode): CompiledLesson {
    const start = this.start()
    this.#addAll(steps)
    const lesson: Lesson = {
      id: idOf(file, title),
      title,
      rules,
      teaches: teaches.map(({ text }) => text),
      ...start,
      steps: this.#steps,
    }
    return { lesson, nodes: this.#nodes, expectations: this.#expectations, picks: this.#picks }
  }

  /** The position in which it starts, and the learner's seat. Defines `you`. */
  start(): LessonStart {
    const { you, actor: first, setup } = this.given
    if (you === undefined)
      throw new DiagnosticError(
        'syntax',
        this.span,
        'This lesson has no learner.',
        'Start it with `given …, you are SEAT`.',
      )
    const seat = this.#seat(you)
    const actor = first === undefined ? undefined : this.#seat(first)
    this.#names.set('you', { expr: { seat }, type: 'seat' })
    return {
      seat,
      start: startOf(this.given),
      setup: stripSources(elaborated(this.world, (cx) => elaborateBlock(cx, {}, setup))),
      ...withoutUndefined({ actor }),
    }
  }

  /** Names an expression, for the lines below. */
  name(name: Word, value: ExprNode): void {
    this.#names.set(name.text, this.#expression(value))
  }

  #add(step: LessonStep, node: LessonStepNode): void {
    this.#steps.push(step)
    this.#nodes.push(node)
  }

  #addAll(nodes: readonly LessonStepNode[]): void {
    for (const node of nodes) this.#addOne(node)
  }

  #addOne(node: LessonStepNode): void {
    switch (node.node) {
      case 'let': {
        this.name(node.name, node.value)
        return
      }
      case 'say':
        this.#add(
          {
            step: 'say',
            text: this.text(node.text.parts),
            pointing: node.pointing.map((p) => this.pointer(p)),
          },
          node,
        )
        return
      case 'close':
        this.#add({ step: 'close', text: this.text(node.text.parts) }, node)
        return
      case 'if': {
        const at = this.#steps.length
        const condition = this.condition(node.condition)
        this.#add({ step: 'if', condition, skip: 0 }, node)
        this.#addAll(node.steps)
        this.#steps[at] = { step: 'if', condition, skip: this.#steps.length - at - 1 }
        return
      }
      case 'step': {
        const act = this.#act(node.step)
        if (act !== undefined) this.#add({ step: 'act', act }, node)
        else {
          this.#add({ step: 'expects', number: this.#expectations.length }, node)
          this.#expectations.push(node.step)
        }
        return
      }
      case 'task':
        this.#add({ step: 'task', task: this.#task(node) }, node)
    }
  }

  /** Returns `undefined` for an expectation. */
  #act(step: Step): LessonAct | undefined {
    const seat = 'seat' in step && step.seat !== undefined ? this.#seat(step.seat) : undefined
    switch (step.step) {
      case 'dice':
        return { act: 'dice', values: step.values }
      case 'choose': {
        const { ahead } = step
        const answer = { picks: step.picks.map((pick) => this.#pick(pick)), ...withoutUndefined({ ahead }) }
        return { act: 'choose', answer, ...withoutUndefined({ seat }) }
      }
      case 'do': {
        const [only] = step.statements
        const plain = only?.node === 'perform' ? plainAction(only.doing) : undefined
        const action = plain?.node === 'words' ? plain.words[0].text : undefined
        const effects = stripSources(elaborated(this.world, (cx) => elaborateBlock(cx, {}, step.statements)))
        const actor = seat ?? this.given.actor?.text
        return { act: 'do', effects, ...withoutUndefined({ seat, action, actor }) }
      }
      case 'decide':
        return {
          act: 'plays',
          seat: seat ?? '',
          on: step.on,
          ...withoutUndefined({ policy: step.policy?.text }),
        }
      case 'everybody':
        return { act: 'everybody', ...withoutUndefined({ policy: step.policy?.text }) }
      default:
        return undefined
    }
  }

  #seat({ text, span }: Word): string {
    if (text === 'you' && this.#names.has('you')) return this.given.you?.text ?? text
    if (this.world.seats.has(text)) return text
    throw unknownName(span, text, 'a seat', this.world.seats)
  }

  #task(node: TaskNode): Task {
    const set = node.task === 'find' ? this.#set(node.set) : undefined
    const answers = node.task === 'choose' ? node.answers.map((answer) => this.#answer(answer)) : []
    const it = set === undefined ? itOf(answers) : itemOf(set.type)
    const replies = {
      ...withoutUndefined({ it }),
      also: node.also.map(({ answer, text }) => ({
        answer: this.#answer(answer),
        text: this.text(text.parts, it),
      })),
      mistakes: node.mistakes.map(({ answer, text, illegal }) => ({
        answer: this.#answer(answer, set === undefined ? undefined : itemOf(set.type)),
        text: this.text(text.parts, it),
        illegal,
      })),
      failures: node.failures.map(({ condition, text, by }) => ({
        condition: this.condition(condition, it),
        text: this.text(text.parts, it),
        ...withoutUndefined({ by: by?.map((answer) => this.#answer(answer)) }),
      })),
      ...withoutUndefined({
        otherwise: node.otherwise === undefined ? undefined : this.text(node.otherwise.parts, it),
      }),
      hints: node.hints.map((hint) => this.text(hint.parts)),
    }
    if (set !== undefined) return { task: 'find', set, ...replies }
    if (node.task !== 'reach') return { task: 'choose', answers, ...replies }
    return {
      task: 'reach',
      goal: this.condition(node.goal),
      ...withoutUndefined({ answers: node.answers }),
      skipping: node.skipping.map((question) => this.question(question)),
      only: node.only,
      ways: node.ways.map((way) => way.map((answer) => this.#answer(answer))),
      ...replies,
    }
  }

  #set(node: ExprNode): Expression {
    const { expr, type } = this.#expression(node)
    const item = itemOf(type)
    if (item === 'zone' || item === 'seat' || item === 'token') return { expr, type }
    throw new DiagnosticError(
      'wrong-type',
      node.span,
      'Only spaces, zones, seats, pieces and cards can be found.',
      'Write a set of them: `map where …`.',
    )
  }

  question({ procedure, name }: QuestionNode): QuestionName {
    const question = { procedure: procedure.text, ...withoutUndefined({ name: name?.text }) }
    if (questionsNamed(this.def, [question]).length > 0) return question
    const known = questionsOf(this.def).map((q) =>
      q.name === null ? q.procedure : `${q.procedure}.${q.name}`,
    )
    const written = [procedure.text, ...(name === undefined ? [] : [name.text])].join('.')
    throw unknownName(procedure.span, written, 'a question', new Set(known))
  }

  #answer({ picks, more }: AnswerNode, type?: TypeName): LessonAnswer {
    return { picks: picks.map((pick) => this.#pick(pick, type)), ...(more ? { more } : {}) }
  }

  /** The words of a pick, and their meanings. A word that means nothing can still be an option of a menu. */
  #pick(pick: Pick, needed?: TypeName): LessonPick {
    const { text, count } = pick
    const plain = this.#tried(pick)
    const types = [...this.#questionTypes, ...(needed === undefined ? [] : [needed])]
    const as = types.flatMap((type): [TypeName, Expression][] => {
      if (plain !== undefined && itemOf(plain.type) === type) return []
      const found = this.#tried(pick, type)
      return found !== undefined && itemOf(found.type) === type ? [[type, found]] : []
    })
    const made: LessonPick = {
      text,
      ...withoutUndefined({ count, plain }),
      ...(as.length === 0 ? {} : { as: Object.fromEntries(as) }),
    }
    this.#picks.set(made, pick)
    return made
  }

  #tried(pick: Pick, type?: TypeName): Expression | undefined {
    try {
      return this.#expression(exprOf(pick), type)
    } catch (error) {
      if (error instanceof DiagnosticError || error instanceof ParseError) return undefined
      throw error
    }
  }

  pointer({ question, tokens, span }: PointerNode): Pointer {
    if (question) return { at: 'question' }
    const [first, ...others] = tokens
    const { variables } = this.world
    if (first !== undefined && others.length === 0 && variables.get(first.text)?.scope === 'global')
      return { at: 'variable', variable: first.text }
    if (first !== undefined && others[0]?.text === 'of' && variables.has(first.text)) {
      const owner = this.#expression(wholeExpr(others.slice(1), span))
      return { at: 'variable', variable: first.text, of: owner }
    }
    const text = tokens.map((token) => token.text).join(' ')
    const pick = { text, tokens, span }
    try {
      const expression = this.#expression(wholeExpr(tokens, span))
      const item = itemOf(expression.type)
      if (item === 'zone' || item === 'seat' || item === 'token') return { at: 'things', expression }
      if (item !== 'action')
        throw new DiagnosticError(
          'wrong-type',
          span,
          `A lesson can't point at \`${text}\`.`,
          'Name spaces, pieces in a space, cards, seats, variables, an option or `the question`.',
        )
    } catch (error) {
      if (!(error instanceof DiagnosticError) || error.unknown === undefined || others.length > 0) throw error
    }
    return { at: 'option', pick: this.#pick(pick) }
  }

  condition({ worded, expr }: ConditionNode, it?: TypeName): LessonCondition {
    const parts = worded.map((part): ConditionPart => {
      if (part.step === 'offered') {
        const seat = part.seat === undefined ? undefined : this.#seat(part.seat)
        const picks = part.picks.map((pick) => this.#pick(pick))
        return { is: 'offered', picks, wanted: part.wanted, ...withoutUndefined({ seat }) }
      }
      if (part.step === 'idle') return { is: 'asked', wanted: true }
      if (part.step === 'asked') {
        const { name, wanted } = part
        return { is: 'asked', seat: this.#seat(part.seat), wanted, ...withoutUndefined({ name }) }
      }
      const { over, winner } = part
      if (winner === undefined) return { is: 'ended', over }
      return { is: 'ended', over, winner: winner.text === 'nobody' ? null : this.#seat(winner) }
    })
    if (expr === undefined) return parts
    return [...parts, { is: 'true', expression: this.#expression(expr, 'flag', it) }]
  }

  text(parts: TextNode, it?: TypeName): Text {
    return this.#named(elaborated(this.world, (cx) => elaborateText(cx, parts), this.#scope(it)))
  }

  #expression(node: ExprNode, expected?: TypeName, it?: TypeName): Expression {
    const { expr, type } = elaborated(this.world, (cx) => elaborate(cx, node, expected), this.#scope(it))
    return { expr: this.#named(expr), type }
  }

  #scope(it: TypeName | undefined): Scope {
    const scope = new Scope()
    for (const [name, { type }] of this.#names) scope.set(name, type)
    if (it !== undefined) scope.set('it', it)
    return scope
  }

  /** Puts the expressions of `let` in place of their names, so that they have the value of the moment. */
  #named<T>(node: T): T {
    return substituted(stripSources(node), this.#names) as T
  }
}

function substituted(node: unknown, names: ReadonlyMap<string, Expression>): unknown {
  if (Array.isArray(node)) return node.map((item) => substituted(item, names))
  if (!isRecord(node)) return node
  const named = node['ref'] === 'binding' ? names.get(String(node['name'])) : undefined
  if (named !== undefined) return named.expr satisfies Expr
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, substituted(value, names)]))
}

/** The name of the file. With the title, unless the file is named after it: so a file can hold several lessons. */
function idOf(file: string, title: string): string {
  const slug = title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  const name = courseName(file)
  if (name === undefined) return slug
  return name.replace(/^\d+-/, '') === slug ? name : `${name}/${slug}`
}

/** The type of `it` below `choose`: that of the accepted answers, if they have one. */
function itOf(answers: readonly LessonAnswer[]): TypeName | undefined {
  const [type] = answers.flatMap(({ picks }) => picks.flatMap(({ plain }) => plain?.type ?? []))
  const item = type === undefined ? undefined : itemOf(type)
  return item === 'kind' || item === 'flag' ? undefined : item
}

function wholeExpr(tokens: PointerNode['tokens'], span: Span): ExprNode {
  const c = new Cursor(tokens, span)
  const node = parseExpr(c)
  c.end()
  return node
}
