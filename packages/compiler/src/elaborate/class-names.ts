/** Action classes: their aliases, and the default class of operations. */
import type { SymbolTable } from './symbols.js'

/** The default class of operations, and the tag of an operation. */
const OPERATION = 'operation'

/** Resolves a class by its name or alias. Returns `undefined` if there is none. */
export function classNamed(world: SymbolTable, name: string): string | undefined {
  const classes = world.enums.get('action-class') ?? []
  const { classNames = {} } = world.declarations
  if (classes.includes(name)) return name
  return Object.hasOwn(classNames, name) ? classNames[name] : undefined
}

/** The class of an action that declares none. Only operations have a default, if the game has such a class. */
export function defaultClass(world: SymbolTable, tags: readonly string[]): string | undefined {
  return tags.includes(OPERATION) ? classNamed(world, OPERATION) : undefined
}
