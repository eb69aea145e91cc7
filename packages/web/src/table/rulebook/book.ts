/** Chapters of a rulebook with line numbers, and full-text search. */
import { type Book, ruleIn } from '@ludoforge/look'
import { lexer, type Token } from 'marked'

export interface Block {
  readonly token: Token
  readonly line: number // its first line
  readonly end: number // the line after it
}

interface Heading {
  readonly text: string
  readonly depth: number
  readonly line: number
  readonly rule: string | undefined
}

export interface Chapter {
  readonly path: string
  readonly title: string
  readonly blocks: readonly Block[]
  readonly headings: readonly Heading[]
}

export interface SearchResult {
  readonly path: string
  readonly line: number
  readonly heading: string
  readonly text: string
}

export function chapterOf({ path, title, markdown }: Book['files'][number]): Chapter {
  let line = 1
  const blocks: Block[] = []
  for (const token of lexer(markdown)) {
    const lines = token.raw.split('\n').length - 1
    if (token.type !== 'space') blocks.push({ token, line, end: line + Math.max(1, lines) })
    line += lines
  }
  const headings = blocks.flatMap(({ token, line: at }) =>
    token.type === 'heading'
      ? [{ text: plainText(token), depth: Number(token['depth']), line: at, rule: ruleIn(plainText(token)) }]
      : [],
  )
  return { path, title, blocks, headings }
}

function plainText(token: Token): string {
  const inner = 'tokens' in token ? token.tokens : undefined
  return inner === undefined || inner.length === 0
    ? 'text' in token
      ? String(token['text'])
      : token.raw
    : inner.map(plainText).join('')
}

const MAX_RESULTS = 60
const CONTEXT_CHARS = 60

/** Returns the lines that contain all words, headings first. */
export function searchBook({ files }: Book, query: string): readonly SearchResult[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length === 0) return []
  const inHeadings: SearchResult[] = []
  const others: SearchResult[] = []
  for (const { path, title, markdown } of files) {
    let heading = title
    markdown.split('\n').forEach((text, i) => {
      const isHeading = /^#+ /.test(text)
      if (isHeading) heading = text.replace(/^#+ /, '')
      const lower = text.toLowerCase()
      if (!words.every((word) => lower.includes(word))) return
      const found = { path, line: i + 1, heading, text: isHeading ? '' : excerpt(text, words[0] ?? '') }
      if (isHeading) inHeadings.push(found)
      else others.push(found)
    })
  }
  return [...inHeadings, ...others].slice(0, MAX_RESULTS)
}

function excerpt(text: string, word: string): string {
  const at = text.toLowerCase().indexOf(word)
  const from = Math.max(0, at - CONTEXT_CHARS)
  const to = at + word.length + CONTEXT_CHARS
  return `${from > 0 ? '…' : ''}${text.slice(from, to).trim()}${to < text.length ? '…' : ''}`
}
