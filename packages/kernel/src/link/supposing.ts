/** Generates suppositions: a procedure runs on a copy of the position, and a value is computed there. */
import type { Supposing } from '../def/index.js'
import { quote } from '../def/shape.js'
import { dependsOnAction, suppositionFault } from '../def/suppositions.js'
import { argumentList, expr } from './expr.js'
import { ACTOR, CELLS, POSITION, UNKNOWN_COST } from './facts.js'
import type { Linker } from './linker.js'
import { lambda, loaded, type Scope, stored, type Value } from './scope.js'

export function supposing(linker: Linker, scope: Scope, node: Supposing): Value {
  const { supposing: id } = node
  const index = linker.layout.procedureIndex.get(id)
  const procedure = index === undefined ? undefined : linker.def.procedures[index]
  if (index === undefined || procedure?.kind !== 'procedure')
    return linker.fail(`There is no procedure ${quote(id)}.`)
  const fault = suppositionFault(linker.def, node)
  if (fault !== undefined) linker.fail(fault.message)
  const reads = dependsOnAction(linker.def, procedure) ? POSITION : CELLS | ACTOR
  linker.meter.note(reads, 2 * UNKNOWN_COST)
  let type = ''
  let sure = false
  const call = lambda(linker, scope, (inner) => {
    const given = argumentList(linker, inner, `The procedure '${id}'`, procedure.params, node.args)
    const then = lambda(
      linker,
      inner,
      (there) => {
        const value = expr(linker, there, node.then)
        type = value.type
        sure = value.sure
        return `return ${stored(value)}`
      },
      'T',
    )
    const run = `${linker.called('p', index)}(${['T', ...given].join(',')});`
    const { pause, resume } = linker.unnoticed()
    return `const T=suppose(S,${linker.place()});try{${pause}${run}${resume}return ${then}}finally{${resume}supposed(S,T)}`
  })
  return loaded(call, type, sure)
}
