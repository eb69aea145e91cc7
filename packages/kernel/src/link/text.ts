/** Generates prompts and messages: text with values in it. */
import type { Text } from '../def/index.js'
import type { Linker } from './linker.js'
import { typed } from './expr.js'
import { type Scope, stored } from './scope.js'

/** `show` names every value; `tell` doesn't name tokens that a spectator can't see. */
export function textCode(linker: Linker, scope: Scope, text: Text, tool: 'show' | 'tell' = 'show'): string {
  const parts = text.map((part) => {
    if (typeof part === 'string') return JSON.stringify(part)
    const value = typed(linker, scope, part.show, part.type)
    if (part.one !== undefined) {
      const [one, many] = [part.one, part.many ?? part.one].map((noun) => JSON.stringify(` ${noun}`))
      return `((n)=>n+(n===1?${one}:${many}))(${value.js})`
    }
    return `${tool}(S,${JSON.stringify(part.type)},${stored(value)},${linker.place()})`
  })
  return parts.length === 0 ? '""' : `(${['""', ...parts].join('+')})`
}
