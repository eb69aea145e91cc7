/** Opens the text of a module without a file. */
import vm from 'node:vm'
import type { GameModule } from '../src/index.js'

/** What a module hands to `loadModule`, and what else it exports. */
export function opened(text: string): {
  readonly module: GameModule
  readonly exports: Record<string, unknown>
} {
  const body = text.replace(/^import.*$/m, '').replaceAll(/^export const (\w+)=/gm, 'E.$1=')
  const exports: Record<string, unknown> = {}
  const run = vm.runInThisContext(`(loadModule,E)=>{'use strict';${body}}`) as (
    load: unknown,
    e: unknown,
  ) => void
  run((module: GameModule) => module, exports)
  return { module: exports['game'] as GameModule, exports }
}
