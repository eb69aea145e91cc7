import type { ExampleDraft } from './write-example.js'

/** The text of a draft with its title and rule number, as it goes into a file. */
export function draftText({ title, rule, lines }: Pick<ExampleDraft, 'title' | 'rule' | 'lines'>): string {
  const head = rule === '' ? title : `${title.padEnd(66)} # ${rule}`
  return [head, ...lines].join('\n')
}
