/** Compiles guides: with the moments that all of them share. */
import type { GameDef } from '@ludoforge/kernel'
import { withoutUndefined } from '@ludoforge/kernel'
import type { Guide, GuideWarning, Moment, Occasion } from '@ludoforge/play'
import { DiagnosticError, type SymbolTable, unknownName } from '../elaborate/index.js'
import type { Word } from '../parser/index.js'
import { LessonCompiler } from './compile-lesson.js'
import type { GuideNode, MomentNode, WarningNode } from './parse-guides.js'

/** A compiled guide, with the source of each moment. */
export interface CompiledGuide {
  readonly guide: Guide
  readonly moments: readonly MomentNode[]
  readonly warnings: readonly WarningNode[]
  readonly lookBack: readonly Word[]
}

/** Compiles a guide. `shared`: the blocks without a `given`. Throws `DiagnosticError` or `ParseError`. */
export function compileGuide(
  world: SymbolTable,
  def: GameDef,
  node: GuideNode,
  shared: readonly GuideNode[],
): CompiledGuide {
  const { given, card, policy, title, span } = node
  if (given === undefined || card === undefined)
    throw new DiagnosticError(
      'syntax',
      span,
      'This guide has no cards.',
      'Write `cards begin with PROCEDURE`.',
    )
  const compiler = new LessonCompiler(world, def, given, span)
  const start = compiler.start()
  const nodes = [...shared, node]
  for (const { lets } of nodes) for (const { name, value } of lets) compiler.name(name, value)
  const moments = nodes.flatMap((one) => one.moments)
  const warnings = nodes.flatMap((one) => one.warnings)
  const lookBack = nodes.flatMap((one) => one.lookBack)
  const guide: Guide = {
    title,
    ...start,
    ...withoutUndefined({ policy: policy?.text }),
    card: procedureOf(def, card),
    lookBack: lookBack.map((word) => procedureOf(def, word)),
    warnings: warnings.map((warning) => compiledWarning(compiler, warning)),
    moments: moments.map((moment) => compiledMoment(compiler, def, moment)),
  }
  return { guide, moments, warnings, lookBack }
}

function compiledWarning(compiler: LessonCompiler, { condition, text }: WarningNode): GuideWarning {
  return { condition: compiler.condition(condition), text: compiler.text(text.parts) }
}

function compiledMoment(compiler: LessonCompiler, def: GameDef, node: MomentNode): Moment {
  return {
    occasion: compiledOccasion(compiler, def, node.occasion),
    weight: node.weight,
    teaches: node.teaches.map(({ text }) => text),
    text: compiler.text(node.text.parts),
    pointing: node.pointing.map((pointer) => compiler.pointer(pointer)),
  }
}

function compiledOccasion(
  compiler: LessonCompiler,
  def: GameDef,
  occasion: MomentNode['occasion'],
): Occasion {
  if (occasion.is === 'question') return { is: 'question', question: compiler.question(occasion.question) }
  if (occasion.is === 'condition')
    return { is: 'condition', condition: compiler.condition(occasion.condition) }
  return { is: 'action', actions: occasion.actions.map((word) => actionOf(def, word)) }
}

/** The id of a procedure with a title. Throws if there is none of this name. */
function procedureOf(def: GameDef, { text, span }: Word): string {
  const titled = new Set(def.procedures.filter(({ title }) => title !== undefined).map(({ id }) => id))
  if (titled.has(text)) return text
  throw unknownName(span, text, 'a procedure with a title', titled)
}

/** The id of an action. Throws if there is none of this name. */
export function actionOf(def: GameDef, { text, span }: Word): string {
  const actions = new Set(def.procedures.filter(({ kind }) => kind === 'action').map(({ id }) => id))
  if (actions.has(text)) return text
  throw unknownName(span, text, 'an action', actions)
}
