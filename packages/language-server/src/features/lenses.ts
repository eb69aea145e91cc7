/** Lenses: the results of examples, and how often bots took an action. */
import type { ExampleResult } from '@ludoforge/compiler/editing'
import type { CodeLens } from 'vscode-languageserver'
import { scopedParts } from '../names/name-index.js'
import { rangeOf } from '../positions.js'
import { type Project, resultKey } from '../project.js'

/** The command that runs the examples of a file. Its argument is the URI of the file. */
export const RUN_EXAMPLES = 'ludoforge.runExamples'

/** The longest reason in a lens. The diagnostic has all of it. */
const MAX_REASON = 100

/** The lenses of a document. */
export function lenses(project: Project, path: string): CodeLens[] {
  const blocks = project.compilation.blocks.filter(({ file }) => file === path)
  const uses = usesIn(project.evaluation)
  return blocks.flatMap((block) =>
    scopedParts(block).flatMap(({ part }): CodeLens[] => {
      if (block.lang === 'example' || block.lang === 'lesson') {
        const result = project.results.get(resultKey(path, part.span.line))
        const command = {
          title: resultTitle(result),
          command: RUN_EXAMPLES,
          arguments: [project.uriOf(path)],
        }
        return [{ range: rangeOf(part.span), command }]
      }
      const [, name] = part.lines[0]?.tokens ?? []
      const use = name === undefined ? undefined : uses.get(actionName(part.lines[0]?.tokens ?? []))
      const isAction =
        name !== undefined &&
        project.compilation.world.procedures.get(actionName(part.lines[0]?.tokens ?? []))?.action
      return isAction === true && use !== undefined
        ? [{ range: rangeOf(part.span), command: { title: use, command: '' } }]
        : []
    }),
  )
}

/** The id of an action: `unshaded of card-3` is `unshaded-of-card-3`. */
function actionName(tokens: readonly { readonly text: string; readonly kind: string }[]): string {
  const [head, name, of, owner] = tokens
  const word = name?.kind === 'number' ? `${head?.text}-${name.text}` : (name?.text ?? '')
  return of?.text === 'of' ? `${word}-of-${owner?.text}` : word
}

function resultTitle(result: ExampleResult | undefined): string {
  if (result === undefined) return '▶ Run the examples of this file'
  if (result.failure === undefined) return '✓ passed'
  const { message: why, actual } = result.failure
  const message = actual === undefined ? why : `${why} Found: ${actual}`
  return `✗ failed: ${message.length > MAX_REASON ? `${message.slice(0, MAX_REASON - 1)}…` : message}`
}

/** The texts for actions by id, from the JSON that `ludoforge evaluate --json` prints. */
function usesIn(evaluation: string | undefined): ReadonlyMap<string, string> {
  const uses = new Map<string, string>()
  for (const option of optionsIn(evaluation)) {
    if (typeof option !== 'object' || option === null) continue
    const { key, all }: { key?: unknown; all?: unknown } = option
    if (typeof key !== 'string' || !key.startsWith('action ') || typeof all !== 'object' || all === null)
      continue
    const { possible, taken }: { possible?: unknown; taken?: unknown } = all
    if (typeof possible !== 'number' || typeof taken !== 'number' || possible === 0) continue
    const share = Math.round((100 * taken) / possible)
    uses.set(
      key.slice('action '.length),
      `taken ${taken} of ${possible} times (${share} %) in the last evaluation`,
    )
  }
  return uses
}

/** The options of an evaluation. A file that isn't one has none. */
function optionsIn(evaluation: string | undefined): readonly unknown[] {
  if (evaluation === undefined) return []
  try {
    const read: unknown = JSON.parse(evaluation)
    return typeof read === 'object' && read !== null && 'options' in read && Array.isArray(read.options)
      ? read.options
      : []
  } catch {
    return [] // half a file, while a program writes it
  }
}

/** The results of a run in one line. */
export function runSummary(results: readonly ExampleResult[]): string {
  const failed = results.filter(({ failure }) => failure !== undefined).length
  return `${results.length - failed} passed, ${failed} failed`
}
