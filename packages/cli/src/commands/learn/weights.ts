import type { Learned, LearnedFeature } from '@ludoforge/sim'

/** The text of `weights.yaml`: the weights, with a comment on how they were fitted. */
export function weightsFile(learned: Learned, command: string, version: string): string {
  const { games, positions, fingerprint, heldOut, features, bySeat } = learned
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`
  const { explained, named } = heldOut
  const atEnd = named === undefined ? 'the worth at the end' : 'the lead at the end'
  const what = learned.target === 'margin' ? atEnd : 'who wins'
  const leader =
    named === undefined
      ? '.'
      : `; the seat that leads wins ${percent(named.worth)} and ${percent(named.both)}.`
  const entries = features.map((feature) => entryOf(feature, bySeat))
  const width = Math.max(...entries.map(({ text }) => text.length))
  return [
    '# What one of each feature promises, in thousandths of a unit of worth; behind it the standard error.',
    `# Learned from games: ${command}`,
    `# ludoforge ${version}, rules ${fingerprint}, ${games} games, ${positions} positions`,
    `# In ${heldOut.games} games of which nothing was learned, of ${what} worth alone explains ${percent(explained.worth)},`,
    `# with the features ${percent(explained.both)}${leader}`,
    'weights:',
    ...entries.map(({ text, note }) => `  ${text.padEnd(width)}  # ${note}`),
    '',
  ].join('\n')
}

function entryOf({ id, about, weights }: LearnedFeature, bySeat: boolean): { text: string; note: string } {
  const all = Object.entries(weights)
  const [first] = all
  const note = (errors: readonly number[]) => `±${errors.join(', ±')}: ${about}`
  if (!bySeat && first !== undefined)
    return { text: `${id}: ${first[1].value}`, note: note([first[1].error]) }
  const seats = all.map(([seat, { value }]) => `${seat}: ${value}`).join(', ')
  return { text: `${id}: {${seats}}`, note: note(all.map(([, { error }]) => error)) }
}
