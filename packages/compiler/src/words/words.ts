/** Translations: `words/de.yaml` of a game folder maps the author's texts to those of another language. */
import { english, type Language, languageOf } from '@ludoforge/play'
import { didYouMean, type Reporter } from '../diagnostics/index.js'
import { extractBlocks } from '../folder/index.js'
import type { TextWords, TranslatedText } from '../parser/index.js'
import type { SourceFile, Sources, Span } from '../source/index.js'
import { parseYaml, Reader, type YamlEntry } from '../yaml/index.js'

/** The file of a language in a game folder. */
export const wordsFile = (language: string): string => `words/${language}.yaml`

interface Entry {
  readonly one: string
  readonly many?: string | undefined
  readonly keySpan: Span
  readonly span: Span // of the text
}

/** Reads the words of a language. Returns `undefined` for the author's language, and after reporting an error. */
export function readWords(
  code: string | undefined,
  files: readonly SourceFile[],
  sources: Sources,
  reporter: Reporter,
): Words | undefined {
  if (code === undefined || code === english.code) return undefined
  const language = languageOf(code)
  if (language === undefined) {
    const hint = 'choose a language whose grammar is part of LudoForge, such as `de`'
    reporter.error('unknown-language', undefined, `There is no language \`${code}\`.`, hint)
    return undefined
  }
  const path = wordsFile(code)
  const file = files.find((one) => one.path === path)
  if (file === undefined) {
    const hint = 'add the file: a map from each text of the game to its translation'
    reporter.error('no-words', undefined, `This game has no \`${path}\`.`, hint)
    return undefined
  }
  return new Words(language, file, sources, reporter)
}

/** The words of one language, and which texts of the game they translate. */
export class Words implements TextWords {
  readonly #entries = new Map<string, Entry>()
  readonly #used = new Set<string>()
  readonly #missing = new Map<string, Span | undefined>()

  constructor(
    readonly language: Language,
    file: SourceFile,
    private readonly sources: Sources,
    private readonly reporter: Reporter,
  ) {
    const reader = new Reader(reporter)
    for (const block of extractBlocks([file], reporter))
      for (const entry of reader.entries(parseYaml(block, reporter), `\`${file.path}\``))
        this.#add(entry, reader)
  }

  #add({ key, keySpan, value }: YamlEntry, reader: Reader): void {
    if (value.kind !== 'map') {
      const one = reader.displayName(value, `the translation of \`${key}\``)
      if (one !== undefined) this.#entries.set(key, { one, keySpan, span: value.span })
      return
    }
    const fields = reader.fields(value, `the translation of \`${key}\``, keySpan)
    fields.required('one')
    const [one, many] = [fields.name('one'), fields.name('many')]
    fields.end()
    const span = fields.node('one')?.span ?? value.span
    if (one !== undefined) this.#entries.set(key, { one, many, keySpan, span })
  }

  /** Translates a text of the rules. Its values must be values of the original. */
  text(original: string, span?: Span): TranslatedText | undefined {
    const entry = this.#find(original, span)
    if (entry === undefined) return undefined
    const known = slotsOf(original)
    const strange = slotsOf(entry.one).find((slot) => !known.includes(slot))
    if (strange !== undefined) {
      const all = known.map((slot) => `\`{${slot}}\``).join(', ')
      const hint = known.length === 0 ? 'remove the braces' : `known values: ${all}`
      this.reporter.error('unknown-name', entry.span, `The original has no value \`{${strange}}\`.`, hint)
      return undefined
    }
    return { text: entry.one, at: this.#start(entry.span) }
  }

  /** Translates a name. */
  name(original: string, span?: Span): string {
    return this.#find(original, span)?.one ?? original
  }

  /** Translates a name of one thing and of several. */
  noun(one: string, many: string, span?: Span): { readonly name: string; readonly many: string } {
    const entry = this.#find(one, span)
    if (entry === undefined) return { name: one, many }
    return { name: entry.one, many: entry.many ?? this.language.plural(entry.one) }
  }

  /** Translates a name that nobody wrote: an id with spaces. Not having it is no mistake. */
  made(original: string): string | undefined {
    return this.#entries.has(original) ? this.#find(original, undefined)?.one : undefined
  }

  #find(original: string, span: Span | undefined): Entry | undefined {
    const entry = this.#entries.get(original)
    if (entry !== undefined) this.#used.add(original)
    // Signs such as `X` and `A1` are the same in every language.
    else if (/\p{L}{2}/u.test(withoutSlots(original)) && !this.#missing.has(original))
      this.#missing.set(original, span)
    return entry
  }

  /** Warns about texts without a translation, and translations of texts that the game doesn't have. */
  report(): void {
    const { code } = this.language
    for (const [text, span] of this.#missing)
      this.reporter.warn(
        'missing-words',
        span,
        `\`${text}\` has no translation.`,
        `add it to ${wordsFile(code)}`,
      )
    for (const [text, { keySpan }] of this.#entries) {
      if (this.#used.has(text)) continue
      const hint = didYouMean(text, [...this.#missing.keys()]) ?? 'remove it'
      this.reporter.warn('unknown-words', keySpan, `The game has no text \`${text}\`.`, hint)
    }
  }

  /** Where the text of a scalar begins, after its quote. */
  #start(span: Span): TranslatedText['at'] {
    const first = this.sources.line(span.file, span.line)?.[span.column - 1]
    return { ...span, column: span.column + (first === '"' || first === "'" ? 1 : 0) }
  }
}

const SLOT = /\{([^{}]*)\}/g
const withoutSlots = (text: string): string => text.replaceAll(SLOT, '')

/** The values in braces, without the nouns that they count. */
function slotsOf(text: string): string[] {
  return [...text.matchAll(SLOT)].map(([, inside = '']) =>
    inside
      .replace(/:[^()[\]]*$/, '')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )
}
