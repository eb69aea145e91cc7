import type { FeatureDef } from '@ludoforge/kernel'
import type { YamlNode } from '../yaml/index.js'
import type { Context } from './context.js'
import type { Sections } from './sections.js'

/** Reads `features`, which agents weigh in addition to `worth`, and their `weights` by seat. */
export function readFeatures(sections: Sections, context: Context): FeatureDef[] {
  const features = new Map<string, string>()
  for (const { key: id, keySpan, value } of sections.uniqueEntries('features')) {
    context.spans.set(`feature:${id}`, keySpan)
    features.set(id, context.string(value, `the description of the feature \`${id}\``) ?? '')
  }
  const weights = new Map<string, FeatureDef['weights']>()
  for (const { key: id, keySpan, value } of sections.uniqueEntries('weights')) {
    if (features.has(id)) weights.set(id, readWeights(value, id, context))
    else context.unknown('feature', id, keySpan, features.keys())
  }
  return [...features].map(([id, about]) => ({ id, about, weights: weights.get(id) ?? {} }))
}

/** One number for all seats, or a map by seat. */
function readWeights(node: YamlNode, id: string, context: Context): FeatureDef['weights'] {
  const what = `the weight of \`${id}\``
  const seats = [...context.seats.keys()]
  if (node.kind !== 'map') {
    const weight = context.int(node, what)
    return weight === undefined ? {} : Object.fromEntries(seats.map((seat) => [seat, weight]))
  }
  return Object.fromEntries(
    node.entries.flatMap(({ key, keySpan, value }) => {
      if (!context.seats.has(key)) context.unknown('seat', key, keySpan, seats)
      const weight = context.int(value, `${what} for \`${key}\``)
      return weight === undefined ? [] : [[key, weight] as const]
    }),
  )
}
