/** Answers as text. */
import type { Choice, Decision, GameDef } from '@ludoforge/kernel'

/** Returns an answer as text, by the labels of its options. Several equal pieces are counted in the plural. */
export function choiceLabel({ tokens }: GameDef, { options, offers }: Decision, answer: Choice): string {
  const choice = typeof answer === 'object' && 'throughout' in answer ? answer.throughout : answer
  if (typeof choice === 'number') return String(choice)
  if (typeof choice === 'object' && 'offer' in choice)
    return offers.find(({ id }) => id === choice.offer)?.label ?? choice.offer
  const ids = typeof choice === 'string' ? [choice] : choice
  const counts = new Map<string, number>()
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  const labels = [...counts].map(([id, count]) => {
    const label = options.find((option) => option.id === id)?.label ?? id
    if (count === 1) return label
    const [type = ''] = id.split(/[+@]/)
    const { name = label, many = name } = tokens.find((token) => token.id === type) ?? {}
    return `${count} ${label.replace(name, many)}`
  })
  return labels.length === 0 ? 'nothing' : labels.join(', ')
}
