/** The words of lessons and guides: terms that no earlier lesson teaches, long texts, things named by colour alone. */
import { didYouMean, type Reporter } from '../diagnostics/index.js'
import type { SymbolTable } from '../elaborate/index.js'
import type { GuideNode } from './parse-guides.js'
import { courseName, type LessonNode, type LessonStepNode, type WrittenText } from './parse.js'

/** A `say` longer than this is hard to keep in mind. */
const MAX_WORDS = 45

const BY_COLOUR =
  /\b(?:red|blue|green|yellow|black|white|grey|gray|orange|purple|brown) ones?\b|\bon the (?:left|right)\b(?! of)/i

/**
 * Warns about the words of lessons, one by one, and about the texts of guides. `course`: the lessons of the game, if these
 * are of separate files. What comes before them in the course has been taught.
 */
export function checkWords(
  { lessons, guides }: { readonly lessons: readonly LessonNode[]; readonly guides: readonly GuideNode[] },
  course: readonly LessonNode[],
  world: SymbolTable,
  reporter: Reporter,
): void {
  const terms = (world.declarations.terms ?? []).map(({ name, also }) => ({
    name,
    forms: [name, ...also.map(({ text }) => text)],
  }))
  const taught = new Set(world.declarations.seats.flatMap(({ id, name }) => [id, name]))
  for (const lesson of inOrder(lessons, course)) {
    const isChecked = lessons.includes(lesson)
    for (const { text, span } of lesson.teaches) {
      const term = terms.find(({ forms }) => forms.some((form) => form.toLowerCase() === text.toLowerCase()))
      if (term !== undefined) taught.add(term.name)
      else if (terms.length > 0 && isChecked)
        reporter.warn(
          'unknown-term',
          span,
          `\`${text}\` isn't a term of this game.`,
          didYouMean(
            text,
            terms.flatMap(({ forms }) => forms),
          ) ?? 'Declare it under `terms`.',
        )
    }
    if (!isChecked) continue
    const texts = textsOf(lesson.steps)
    const used = usedTerms(texts.map(({ text }) => plain(text)).join('\n'), terms)
    const unknown = terms.filter(({ name }) => !taught.has(name) && used.has(name))
    if (unknown.length > 0)
      reporter.warn(
        'untaught-term',
        lesson.span,
        `This lesson uses terms that no lesson has taught yet: ${unknown.map(({ name }) => name).join(', ')}.`,
        'Add them to `teaches`, here or in an earlier lesson, or use other words.',
      )
    checkTexts(texts, reporter)
  }
  for (const { moments } of guides)
    checkTexts(
      moments.map(({ text }) => text),
      reporter,
    )
}

/** Warns about texts that are too long, and about things named by colour or side alone. */
function checkTexts(texts: readonly WrittenText[], reporter: Reporter): void {
  for (const { text, span } of texts) {
    const words = plain(text).split(/\s+/).filter(Boolean).length
    if (words > MAX_WORDS)
      reporter.warn('long-text', span, `This text has ${words} words, more than ${MAX_WORDS}.`, 'Split it.')
    const colour = BY_COLOUR.exec(text)?.[0]
    if (colour !== undefined)
      reporter.warn('by-colour', span, `Not everybody sees "${colour}".`, 'Name the piece or the place.')
  }
}

/** Puts lessons where they belong in a course. Those outside of a folder `lessons` come last. */
function inOrder(lessons: readonly LessonNode[], course: readonly LessonNode[]): readonly LessonNode[] {
  const place = ({ file }: LessonNode): string => courseName(file) ?? '\uFFFF'
  const given = new Set(lessons.map(place))
  return [...course.filter((lesson) => !given.has(place(lesson))), ...lessons].toSorted((a, b) =>
    place(a) < place(b) ? -1 : Number(place(a) > place(b)),
  )
}

/** A text with one word for each value. */
const plain = (text: string): string => text.replaceAll(/\{[^{}]*\}/g, 'N')

interface Term {
  readonly name: string
  readonly forms: readonly string[]
}

/**
 * Returns the names of the terms in a text. Longer forms come first, so that a word inside of one isn't another term.
 * Only capitalised forms count: others are too common to tell.
 */
function usedTerms(text: string, terms: readonly Term[]): ReadonlySet<string> {
  const used = new Set<string>()
  let rest = text
  const forms = terms.flatMap((term) =>
    term.forms.filter((form) => /^[A-Z]/.test(form)).map((form) => ({ name: term.name, form })),
  )
  for (const { name, form } of forms.toSorted((a, b) => b.form.length - a.form.length))
    rest = rest.replaceAll(wordOf(form), () => {
      used.add(name)
      return 'term'
    })
  return used
}

/** Finds a form of a term. A single word at the start of a sentence doesn't count: any word has a capital there. */
function wordOf(form: string): RegExp {
  const escaped = form.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const inside = form.includes(' ') ? '' : '(?<=[^.!?:\\s]\\s)'
  return new RegExp(`${inside}(?<![\\w-])${escaped}(?![\\w-])`, 'g')
}

function textsOf(steps: readonly LessonStepNode[]): WrittenText[] {
  return steps.flatMap((step): WrittenText[] => {
    switch (step.node) {
      case 'say':
      case 'close':
        return [step.text]
      case 'if':
        return textsOf(step.steps)
      case 'task': {
        const lines = [...step.also, ...step.mistakes, ...step.failures].map(({ text }) => text)
        return [...lines, ...(step.otherwise === undefined ? [] : [step.otherwise]), ...step.hints]
      }
      case 'let':
      case 'step':
        return []
    }
  })
}
