import { withoutUndefined } from '@ludoforge/kernel'
import type { Span } from '../source/index.js'
import { isNullValue, type YamlEntry, type YamlNode } from '../yaml/index.js'
import type { Context } from './context.js'
import type { NamedSection, TermDeclaration } from './declarations.js'
import type { Sections } from './sections.js'

/** Reads `terms`: the words of the glossary. `book-checks.ts` checks that their rules exist. */
export function readTerms(sections: Sections, context: Context): TermDeclaration[] {
  const names = new Map<string, string>() // by the word in lower case: the term that has it
  return sections.uniqueEntries('terms').flatMap((entry) => {
    const term = readTerm(entry, context)
    if (term === undefined) return []
    const words = [{ text: term.name, span: entry.keySpan }, ...term.also]
    return words.every((word) => isFree(word, term.name, names, context)) ? [term] : []
  })
}

function readTerm(
  { key: name, keySpan: span, value }: YamlEntry,
  context: Context,
): TermDeclaration | undefined {
  if (value.kind === 'scalar') {
    const means = meaning(value, name, context)
    return means === undefined ? undefined : { name, means, also: [], span }
  }
  const fields = context.fields(value, `the term \`${name}\``, span)
  const node = fields.node('means')
  const means = node === undefined ? undefined : meaning(node, name, context)
  const also = context.strings(fields.list('also')?.items ?? [], `a word in \`also\` of \`${name}\``)
  const rule = section(fields.node('rule'), `\`rule\` of the term \`${name}\``, context)
  fields.end()
  // Without a meaning, a term adds search words to a section of the rulebook.
  if (!fields.broken && node === undefined && (rule === undefined || also.length === 0))
    return context.error(
      'missing-key',
      span,
      `The term \`${name}\` needs the key \`means\`.`,
      'without a meaning, give it `also` and `rule`: then it only adds search words to that section',
    )
  return { name, also, span, ...withoutUndefined({ means, rule }) }
}

function meaning(node: YamlNode, name: string, context: Context): string | undefined {
  if (!isNullValue(node) && (node.kind !== 'scalar' || node.raw.trim() !== ''))
    return context.string(node, `the meaning of \`${name}\``)?.trim()
  return context.error(
    'empty-text',
    node.span,
    `The term \`${name}\` has no meaning.`,
    'write one, in a few words',
  )
}

/** Checks that no other term has the same word. */
function isFree(
  { text, span }: { readonly text: string; readonly span: Span },
  name: string,
  names: Map<string, string>,
  context: Context,
): boolean {
  const word = text.trim().toLowerCase()
  const other = names.get(word)
  if (word === '')
    context.error('empty-text', span, `A word in \`also\` of \`${name}\` is empty.`, 'remove it')
  else if (other !== undefined)
    context.error(
      'duplicate-id',
      span,
      `\`${text}\` is already a word of the term \`${other}\`.`,
      'a word belongs to one term',
    )
  names.set(word, other ?? name)
  return word !== '' && other === undefined
}

/** Reads `start` of `game`: the sections at which the rulebook opens. */
export function readStart(node: YamlNode | undefined, context: Context): NamedSection[] {
  if (node === undefined) return []
  const items = context.list(node, '`start` of `game`')?.items ?? []
  return items.flatMap((item) => section(item, 'a section in `start`', context) ?? [])
}

/** A section by its number or its title. */
function section(node: YamlNode | undefined, what: string, context: Context): NamedSection | undefined {
  const text = node === undefined ? undefined : context.string(node, what)
  return node === undefined || text === undefined ? undefined : { text, span: node.span }
}
