import type { Dialect } from '@ludoforge/compiler/dialect'
import { TreeRules } from './program.js'

/** Pass it to `loadGame` or `compileFolder` as one of the `dialects`. */
export const effectTree: Dialect = {
  name: 'the effect tree',
  keys: [
    'functions',
    'procedures',
    'effectMacros',
    'macros',
    'actions',
    'operationProfiles',
    'specialActivities',
    'phases',
    'turn',
  ],
  read: (nodes) => new TreeRules(nodes),
}
