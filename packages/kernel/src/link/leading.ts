/** Generates the leading part of a list: the items before the first that fails a condition, if that item ends it validly. */
import { itemOf, type Query } from '../def/index.js'
import { typed } from './expr.js'
import { USUAL_ROUNDS } from './facts.js'
import type { Linker } from './linker.js'
import { anyList } from './lists.js'
import { bindItem, exitsOf, loop, type LoopBody } from './loops.js'
import { lambda, named, type Scope, type Value } from './scope.js'
import { quote } from '../def/shape.js'
import { present } from '../errors.js'

type Leading = Extract<Query, { query: 'leading' }>

interface Measured {
  readonly code: string
  readonly array: string
  readonly count: string
  readonly list: Value
}

/** Generates code that measures the leading part of an existing list. */
function measured(linker: Linker, scope: Scope, node: Leading): Measured {
  const [array, count, x] = [linker.name('a'), linker.name('n'), linker.name('x')]
  const list = anyList(linker, scope, node.over)
  if (typeof node.bind !== 'string') linker.fail(`${quote(node.bind)} isn't a name.`)
  const inner = scope.inner()
  inner.bind(node.bind, x, itemOf(list.type), list.sure)
  const item = `const ${x}=${array}[${count}];`
  const { made, facts } = linker.meter.repeat(USUAL_ROUNDS, () => typed(linker, inner, node.while, 'flag'))
  const goesOn = made.js
  let code =
    `const ${array}=${list.js};${linker.spend(`${array}.length`, facts.size)}let ${count}=0;` +
    `for(;${count}<${array}.length;${count}++){${item}if(!${goesOn})break}`
  if (node.end !== undefined) {
    const ends = typed(linker, inner, node.end, 'flag').js
    code += `if(${count}===${array}.length)${count}=0;else if(${count}>0){${item}if(!${ends})${count}=0}`
  }
  return { code, array, count, list }
}

export function leadingList(linker: Linker, scope: Scope, node: Leading): Value {
  let made: Measured | null = null
  const js = lambda(linker, scope, (inner) => {
    made = measured(linker, inner, node)
    const { code, array: a, count: n } = made
    return `${code}return ${n}===0?${linker.constant([])}:${n}===${a}.length?${a}:${a}.slice(0,${n})`
  })
  const { type, sure } = present<Measured>(made, 'the function is written at once.').list
  return { js, type, sure }
}

export function leadingCount(linker: Linker, scope: Scope, node: Leading): string {
  return lambda(linker, scope, (inner) => {
    const { code, count } = measured(linker, inner, node)
    return `${code}return ${count}`
  })
}

export function leadingLoop(linker: Linker, scope: Scope, node: Leading, body: LoopBody): string {
  if (node.end === undefined)
    return loop(linker, scope, node.over, (item, inner, exits) => {
      const { head, within, item: x } = bindItem(linker, inner, node.bind, item)
      const goesOn = typed(linker, within, node.while, 'flag').js
      return `${head}if(!${goesOn})${exits.stop};${body(x, inner, exits)}`
    })
  const { code, array, count, list } = measured(linker, scope, node)
  const [x, i, label] = [linker.name('x'), linker.name('i'), linker.name('L')]
  const { made: inside } = linker.meter.repeat(USUAL_ROUNDS, () =>
    body(named(x, itemOf(list.type), list.sure), scope.inner(), exitsOf(label)),
  )
  return `${code}${label}:for(let ${i}=0;${i}<${count};${i}++){const ${x}=${array}[${i}];${inside}}`
}
