/** Classes of actions by other names, and the class of an operation that is performed without one. */
import type { SymbolTable } from './symbols.js'

/** The class that operations have by default, and the tag that makes an action one. */
const OPERATION = 'operation'

/** The class that has this name, or another that means it; undefined if there is none. */
export function classNamed(world: SymbolTable, name: string): string | undefined {
  const classes = world.enums.get('action-class') ?? []
  const { classNames = {} } = world.declarations
  if (classes.includes(name)) return name
  return Object.hasOwn(classNames, name) ? classNames[name] : undefined
}

/** The class that an action has without declaring one: only operations have one, if the game has a class for them. */
export function defaultClass(world: SymbolTable, tags: readonly string[]): string | undefined {
  return tags.includes(OPERATION) ? classNamed(world, OPERATION) : undefined
}
