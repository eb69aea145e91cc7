/** Compiles a folder to a GameDef: read its blocks, declare names, elaborate and lower rules, check. */
import type { FunctionDef, GameDef, ProcedureDef } from '@ludoforge/kernel'
import { withoutUndefined, GAME_FORMAT, hiddenReason, usedByRules, deferPolicies } from '@ludoforge/kernel'
import {
  checkSections,
  declare,
  type Declarations,
  EVALUATION_KEYS,
  unusedWarnings,
} from './declare/index.js'
import { didYouMean, Reporter } from './diagnostics/index.js'
import { checkEvaluationFunctions, evaluationFunction } from './elaborate/checks/evaluation-functions.js'
import { checkAbsentSeats } from './elaborate/checks/absent-seats.js'
import { checkCircles } from './elaborate/checks/circles.js'
import { checkFlow } from './elaborate/checks/flow-checks.js'
import { checkAmbiguousPicks } from './elaborate/checks/ambiguous-picks.js'
import { checkPolicyVisibility } from './elaborate/policies/policy-visibility.js'
import { warnOfUnusedEntries } from './elaborate/policies/policy-use.js'
import type { LoweredRules, PolicyNode, RuleSource } from './elaborate/index.js'
import {
  elaborateGroups,
  elaboratePolicies,
  NotationRules,
  withTokenActions,
  SymbolTable,
} from './elaborate/index.js'
import type { Compilation } from './compilation.js'
import type { CompileOptions, DialectRules } from './dialect.js'
import { type BlockReader, type CompileCache, UNCACHED } from './compile-cache.js'
import { CompileError } from './evaluator.js'
import type { Block } from './folder/index.js'
import { readDeclarations, readDeclarationsLazily } from './parser/index.js'
import { type SourceFile, Sources } from './source/index.js'
import { readWords, translateDeclarations, type Words } from './words/index.js'

/** Compiles files in memory. With a `cache`, parses only the blocks that changed since the last compilation. */
export function compileFiles(
  files: readonly SourceFile[],
  options: CompileOptions = {},
  cache?: CompileCache,
): Compilation {
  return cache?.again(files) ?? new Draft(files, readDeclarations, options, cache).whole()
}

/**
 * Compiles files in two steps, for editors. Yields the diagnostics of the syntax, the data and the rules, which are there
 * sooner, and returns the whole compilation.
 */
export function* compileInSteps(
  files: readonly SourceFile[],
  options: CompileOptions,
  cache: CompileCache,
): Generator<Compilation, Compilation, void> {
  const again = cache.again(files)
  if (again !== undefined) return again
  const draft = new Draft(files, readDeclarations, options, cache)
  yield draft.lowered()
  return draft.whole()
}

/**
 * Compiles for play: policies, and functions that no rule uses, are compiled lazily, when the GameDef's property is
 * read. Their errors throw `CompileError` there, and the diagnostics don't include their warnings.
 */
export function compileRules(files: readonly SourceFile[], options: CompileOptions = {}): Compilation {
  // With an error anywhere, report everything.
  const everything = (): Compilation => compileFiles(files, options)
  const draft = new Draft(files, readDeclarationsLazily, options)
  return draft.playable(everything) ?? everything()
}

/** A folder with its rules lowered. */
class Draft {
  readonly #reporter: Reporter
  readonly #sources: Sources
  readonly #blocks: readonly Block[]
  readonly #declarations: Declarations
  readonly #world: SymbolTable
  readonly #dialects: readonly DialectRules[]
  readonly #policies: () => readonly PolicyNode[]
  readonly #hasPolicies: boolean
  readonly #functions: ReadonlyMap<string, () => FunctionDef | undefined>
  readonly #rules: GameDef // with the functions that they use
  readonly #words: Words | undefined
  readonly #cache: BlockReader

  constructor(
    files: readonly SourceFile[],
    read: typeof readDeclarations,
    { dialects = [], language }: CompileOptions,
    cache: BlockReader = UNCACHED,
  ) {
    this.#cache = cache
    this.#sources = new Sources(files)
    const reporter = new Reporter(this.#sources)
    this.#reporter = reporter
    const words = readWords(language, files, this.#sources, reporter)
    this.#words = words
    this.#blocks = cache.blocks(
      files.filter(({ path }) => !path.startsWith('words/')),
      reporter,
    )
    // Sorted by content, so that the order of files and blocks doesn't change the GameDef.
    const ordered = this.#blocks.toSorted((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0))
    const data = ordered.filter((b) => b.lang === 'yaml')
    const ruleKeys = new Set(dialects.flatMap(({ keys }) => keys))
    const written = cache.declarations(data, reporter, this.#sources, (to) =>
      declare(data, to, ruleKeys, (block, own) => cache.yaml(block, own)),
    )
    const declarations = translateDeclarations(written, words)
    this.#declarations = declarations
    checkSections(declarations, () => cache.headings(files), reporter)
    const world = new SymbolTable(declarations, reporter, this.#sources, words)
    if (cache !== UNCACHED) world.typed = []
    this.#world = world
    const declared = ordered
      .filter((b) => b.lang === 'rules')
      .map((b) => {
        const start = { file: b.file, line: b.span.line, column: 1 + (b.cut?.[0] ?? 0) }
        return cache.rules(b, reporter, (to, same) => read(b.text, start, to, words, same))
      })
    this.#policies = () => declared.flatMap(({ policies }) => policies())
    this.#hasPolicies = declared.some(({ hasPolicies }) => hasPolicies)
    this.#dialects = dialects.map((dialect) =>
      dialect.read(declarations.ruleNodes.filter(({ key }) => dialect.keys.includes(key))),
    )
    const notation = new NotationRules(declared.flatMap((d) => d.rules))
    const rules: readonly RuleSource[] = [notation, ...this.#dialects]
    for (const source of rules) source.declare(world)
    world.lowering = cache.lowering(world)
    reporter.watcher = world.tracer
    const groups = elaborateGroups(world)
    const lowered = rules.map((source) => source.lower(world))
    this.#functions = new Map(lowered.flatMap((l) => [...l.functions]))
    const bare = assemble(world, declarations, groups, lowered)
    const used = usedByRules(bare, (id) => this.#functions.get(id)?.())
    this.#rules = { ...bare, functions: this.#lowered((id) => used.has(id)) }
  }

  #lowered(wanted: (id: string) => boolean): readonly FunctionDef[] {
    return [...this.#functions].flatMap(([id, lower]) => (wanted(id) ? (lower() ?? []) : []))
  }

  /** The rules without policies and the checks of the whole game: what an editor shows first. */
  lowered(): Compilation {
    this.#lowered(() => true)
    return this.#compilation(undefined)
  }

  whole(): Compilation {
    const [reporter, world, declarations] = [this.#reporter, this.#world, this.#declarations]
    const functions = this.#lowered(() => true)
    const policies = elaboratePolicies(world, { ...this.#rules, functions }, this.#policies())
    // Linking doesn't wait for policies either.
    const def = this.#hasPolicies
      ? deferPolicies(this.#rules, () => ({ functions, policies }))
      : { ...this.#rules, functions, policies }
    for (const rules of this.#dialects) rules.check(world, def.procedures)
    if (!reporter.hasErrors) checkTitles(def, world)
    if (!reporter.hasErrors) checkPolicyVisibility(def, world)
    if (!reporter.hasErrors) warnOfUnusedEntries(def, reporter)
    this.#check(def, world)
    // With errors, these analyses would warn about consequences of them.
    if (!reporter.hasErrors) {
      checkAmbiguousPicks(def, reporter)
      unusedWarnings(declarations, world.used, reporter)
      for (const id of this.#idle()) {
        const { span } = world.functions.get(id) ?? world.procedures.get(id) ?? {}
        if (!this.#cache.isNamedInExamples(id, this.#blocks))
          reporter.warn('unused', span, `No rule uses \`${id}\`.`, 'Use it or remove it.')
      }
      this.#words?.report()
    }
    const made = this.#compilation(reporter.hasErrors ? undefined : def)
    this.#cache.keep(made, reporter.hasErrors ? [] : this.#idle())
    return made
  }

  /** The rules that no other rule uses. An example may name them. */
  #idle(): string[] {
    const world = this.#world
    const { features = [], play, ...rest } = this.#rules
    const isEvaluation = (id: string): boolean => EVALUATION_KEYS.some((what) => rest[what] === id)
    const functions = [...world.functions.keys()].filter(
      (id) =>
        !world.used.has(`function:${id}`) &&
        !isEvaluation(id) &&
        !features.some((feature) => feature.id === id),
    )
    const procedures = [...world.procedures.values()].flatMap(({ id, action }) =>
      world.used.has(`procedure:${id}`) || action || id === play ? [] : [id],
    )
    return [...functions, ...procedures]
  }

  /** Returns `undefined` if there is an error. `again` compiles everything, to report all of them. */
  playable(again: () => Compilation): Compilation | undefined {
    if (!this.#hasPolicies) {
      const all = this.whole()
      return all.def === undefined ? undefined : all
    }
    const world = this.#world.beside(new Reporter())
    if (this.#reporter.hasErrors) return undefined
    for (const rules of this.#dialects) rules.check(world, this.#rules.procedures)
    checkTitles(this.#rules, world)
    this.#check(this.#rules, world)
    if (this.#reporter.hasErrors || world.reporter.hasErrors) return undefined
    const rest = (): GameDef => {
      const { def } = this.whole()
      if (def !== undefined) return def
      const { diagnostics, sources } = again()
      throw new CompileError(diagnostics, sources)
    }
    return this.#compilation(deferPolicies(this.#rules, rest))
  }

  #compilation(def: GameDef | undefined): Compilation {
    const { diagnostics } = this.#reporter
    return {
      ...withoutUndefined({ def }),
      world: this.#world,
      blocks: this.#blocks,
      diagnostics,
      sources: this.#sources,
    }
  }

  /** Checks what else linking needs. */
  #check(def: GameDef, world: SymbolTable): void {
    const { reporter } = world
    checkFlow(def, reporter)
    checkCircles(def, reporter)
    checkAbsentSeats(def, reporter)
    if (!world.procedures.has('play'))
      reporter.missing(
        'play',
        'no-play',
        this.#declarations.spans.get('game'),
        'This game has no `play`.',
        'Write a `play` block, or declare `turn` and `phases`.',
      )
    checkDuring(this.#declarations, def, reporter)
    checkEvaluationFunctions(world)
    checkClassNames(this.#declarations, def, reporter)
  }
}

/** Checks `during` of variables: `action`, or a tag of some action. */
function checkDuring(declarations: Declarations, { procedures }: GameDef, reporter: Reporter): void {
  const tags = new Set(['action', ...procedures.flatMap((p) => (p.kind === 'action' ? p.tags : []))])
  for (const { id, during } of declarations.variables) {
    if (during === undefined || tags.has(during)) continue
    reporter.missing(
      during,
      'unknown-name',
      declarations.spans.get(`variable:${id}`),
      `\`${id}\` lives during \`${during}\`, but no action has this tag.`,
      didYouMean(during, [...tags]),
    )
  }
}

/** Checks that an alias means an existing class, and isn't the name of another one. */
function checkClassNames({ classNames, spans }: Declarations, { enums }: GameDef, reporter: Reporter): void {
  const classes = enums.find(({ id }) => id === 'action-class')?.values ?? []
  for (const [name, id] of Object.entries(classNames ?? {})) {
    const span = spans.get(`class-name:${name}`)
    if (!classes.includes(id))
      reporter.error('unknown-name', span, `\`${id}\` isn't a class of actions.`, didYouMean(id, classes))
    else if (classes.includes(name) && name !== id)
      reporter.error(
        'duplicate-id',
        span,
        `\`${name}\` is already a class, so it can't be an alias of \`${id}\`.`,
        'Choose another alias.',
      )
  }
}

function assemble(
  world: SymbolTable,
  declarations: Declarations,
  groups: GameDef['groups'],
  lowered: readonly LoweredRules[],
): GameDef {
  const setups = lowered.flatMap((l) => l.setups)
  const evaluationFunctions = EVALUATION_KEYS.map((what) => [what, evaluationFunction(world, what)])
  return {
    format: GAME_FORMAT,
    id: declarations.id,
    title: declarations.title,
    ...(world.language.code === 'en' ? {} : { language: world.language.code }),
    seats: declarations.seats,
    seatProps: declarations.seatProps,
    enums: [...world.enums].map(([id, values]) => ({
      id,
      values,
      ...withoutUndefined({ names: declarations.enums.find((declared) => declared.id === id)?.names }),
    })),
    ...withoutUndefined({ classNames: declarations.classNames }),
    attributes: declarations.attributes,
    zones: declarations.zones,
    ...withTokenActions(world, declarations.properties, declarations.tokens),
    groups,
    variables: [...world.variables.values()],
    tables: declarations.tables,
    ...withoutUndefined({ players: declarations.players, teams: declarations.teams }),
    options: declarations.options,
    scenarios: declarations.scenarios.map((scenario) => ({
      ...scenario,
      setup: [...scenario.setup, ...setups.filter((s) => s.scenario === scenario.id).flatMap((s) => s.block)],
    })),
    functions: [],
    // Actions last, as `expand` prints them: both notations compile to the same GameDef.
    procedures: lowered.flatMap((l) => l.procedures).toSorted(byRule),
    setup: [...declarations.setup, ...setups.filter((s) => s.scenario === undefined).flatMap((s) => s.block)],
    play: 'play',
    ...withoutUndefined(Object.fromEntries(evaluationFunctions)),
    ...withoutUndefined({ features: declarations.features }),
    policies: [],
    sources: world.sources,
  }
}

/** Orders actions by rule number, in which order they are offered. Those without a number come last. */
function byRule(a: ProcedureDef, b: ProcedureDef): number {
  const late = (p: ProcedureDef): number => (p.kind === 'action' ? 1 : 0)
  if (late(a) !== late(b)) return late(a) - late(b)
  const parts = (p: ProcedureDef): number[] => (p.rule ?? 'Infinity').split(/[.#]/).map(Number)
  const [left, right] = [parts(a), parts(b)]
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0)
    if (difference !== 0 && !Number.isNaN(difference)) return difference
  }
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

/** Checks that titles, which everybody sees, show nothing hidden. */
function checkTitles(def: GameDef, world: SymbolTable): void {
  for (const { id, title } of def.procedures) {
    if (typeof title !== 'object') continue
    for (const part of title) {
      const why =
        typeof part === 'object' ? hiddenReason(def, part.show, { seat: null, acting: false }) : undefined
      if (why !== undefined)
        world.reporter.error(
          'hidden',
          world.procedures.get(id)?.span,
          `The title of \`${id}\` is public. ${why}`,
          'Remove the value from the title. Use `say … to SEATS` to show it to some seats.',
        )
    }
  }
}
