/** Opens the text of a module without a file. */
import vm from 'node:vm'
import type { GameModule } from '../src/index.js'

/** The exports of a module. */
export function opened(text: string): {
  readonly module: GameModule
  readonly exports: Record<string, unknown>
} {
  const body = text.replaceAll(/^export const (\w+)=/gm, 'E.$1=')
  const exports: Record<string, unknown> = {}
  const run = vm.runInThisContext(`(E)=>{'use strict';${body}}`) as (e: unknown) => void
  run(exports)
  return { module: exports['module'] as GameModule, exports }
}
