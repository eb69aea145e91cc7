import { nearest } from '@ludoforge/compiler'
import type { GameDef } from '@ludoforge/kernel'
import { stringify } from 'yaml'
import { findGame, load } from '../games.js'
import type { Terminal } from '../terminal.js'
import { EXIT, unknownName, UsageError } from '../usage.js'

/** Prints rules as the tree that the kernel links: one of them, or all. */
export async function expand(name: string, rule: string | undefined, terminal: Terminal): Promise<number> {
  const { def } = await load(findGame(name))
  terminal.out(stringify(plain(rule === undefined ? all(def) : one(def, rule)), { lineWidth: 110 }).trimEnd())
  return EXIT.ok
}

function all({ functions, procedures, setup }: GameDef) {
  return { functions, procedures, setup }
}

function one(def: GameDef, rule: string) {
  const functions = def.functions.filter((item) => item.id === rule || item.rule === rule)
  const procedures = def.procedures.filter((item) => item.id === rule || item.rule === rule)
  if (functions.length + procedures.length === 0) {
    const known = [...def.functions, ...def.procedures].map(({ id }) => id)
    throw new UsageError(unknownName('rule', rule, nearest(rule, known), known))
  }
  return {
    ...(functions.length === 0 ? {} : { functions }),
    ...(procedures.length === 0 ? {} : { procedures }),
  }
}

/** Without the places in the source, which are never part of the meaning. */
function plain(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(plain)
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key]) => key !== 'src' && key !== 'clauses')
      .map(([key, value]) => [key, plain(value)]),
  )
}
