/** The reference of the language: what each word of the notation means. `npm run reference` writes its data. */
import entries from './reference.json' with { type: 'json' }

/** An entry of the reference. */
export interface ReferenceEntry {
  readonly construct: string
  readonly words: readonly string[]
  readonly kind: string
  /** The page with the whole entry, in the repository. */
  readonly page: string
  readonly text: string
}

const ENTRIES: readonly ReferenceEntry[] = entries

/** Where a word stands: only some kinds of entries fit there. */
export type Place = 'rules' | 'example' | 'lesson' | 'guide' | 'yaml'

const IN_YAML = /declaration$|declarations|key of|table/
const IN_LESSON = /lesson|guide/
const IN_EXAMPLE = /^example|^answers/
const IN_TREE = /tree/

/** The entries of a word, those that fit the place first. Entries of the effect tree are for data only. */
export function entriesOf(word: string, place: Place): ReferenceEntry[] {
  const all = ENTRIES.filter(({ words }) => words.includes(word))
  const fits = ({ kind }: ReferenceEntry): boolean => {
    if (place === 'yaml') return IN_YAML.test(kind) || IN_TREE.test(kind)
    if (IN_TREE.test(kind) || IN_YAML.test(kind)) return false
    if (place === 'rules') return !IN_LESSON.test(kind) && !IN_EXAMPLE.test(kind)
    return place === 'example' ? !IN_LESSON.test(kind) : true
  }
  return all.filter(fits)
}
