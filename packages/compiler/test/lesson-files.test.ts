/** Lessons in files: their ids, and the order in which they teach. */
import { describe, expect, it } from 'vitest'
import { compileFiles } from '../src/compile.js'
import { collect } from '../src/examples/collect.js'
import { runExamples } from '../src/examples/index.js'
import { compileLesson } from '../src/lessons/compile-lesson.js'
import { compileLessons, courseWarnings } from '../src/lessons/compile-lessons.js'
import { loadCompilation } from '../src/loaded-game.js'
import type { SourceFile } from '../src/source/index.js'

const GAME = `
\`\`\`yaml
game: {id: digging, title: Digging}
seats: [red]
spaces: {mill: {}, ford: {}}
terms: {Gold: what you dig for, Luck: what you need}
\`\`\`

\`\`\`rules
play
  choose spot from map, by red
  red wins
\`\`\`
`

const lesson = (title: string, lines: string): string =>
  `\`\`\`lesson\n${title}\n  given the start, you are red\n${lines}\n  close "Good."\n\`\`\`\n`

const COURSE: readonly SourceFile[] = [
  { path: 'lessons/01-dig.md', text: lesson('Dig', '  teaches Gold\n  say "You dig for Gold."') },
  { path: 'lessons/03-hope.md', text: lesson('Hope', '  teaches Luck\n  say "You need Luck."') },
]

const loadCourse = (...more: readonly SourceFile[]) =>
  loadCompilation(compileFiles([{ path: 'game.md', text: GAME }, ...COURSE, ...more]))

/** The warnings about one file, tested alone. */
function warnings(path: string, text: string): string[] {
  return runExamples(loadCourse(), [{ path, text }]).diagnostics.map(({ message }) => message)
}

describe('a file of the course, tested alone', () => {
  it('may use what earlier files teach', () => {
    const text = lesson('Walk', '  say "You still want Gold."')
    expect(warnings('games/digging/lessons/02-walk.md', text)).toEqual([])
  })

  it("can't use what only later files teach", () => {
    const text = lesson('Walk', '  say "You want Gold and Luck."')
    expect(warnings('games/digging/lessons/02-walk.md', text)).toEqual([
      expect.stringContaining('taught yet: Luck.'),
    ])
  })

  it('takes the place of its older version', () => {
    const text = lesson('Hope', '  say "You need Luck."')
    expect(warnings('games/digging/lessons/03-hope.md', text)).toEqual([
      expect.stringContaining('taught yet: Luck.'),
    ])
  })

  it('comes last if it is elsewhere', () => {
    expect(warnings('notes.md', lesson('Notes', '  say "You want Gold and Luck."'))).toEqual([])
  })
})

describe('the id of a lesson', () => {
  const ids = (file: SourceFile): string[] => {
    const game = loadCourse(file)
    const { lessons } = collect(game, [file])
    return lessons.map((node) => compileLesson(game.world, game.def, node).lesson.id)
  }

  it("is the name of its file, with the title if that's another", () => {
    const text = `${lesson('Two steps', '  say "One."')}\n${lesson('The second step', '  say "Two."')}`
    expect(ids({ path: 'lessons/02-two-steps.md', text })).toEqual([
      '02-two-steps',
      '02-two-steps/the-second-step',
    ])
  })

  it('has no sign but letters and digits', () => {
    const text = lesson('Who pays?', '  say "One."')
    expect(ids({ path: 'lessons/02-who-pays.md', text })).toEqual(['02-who-pays'])
    expect(ids({ path: 'lessons/02-the-toll.md', text })).toEqual(['02-the-toll/who-pays'])
  })

  it('is an error if another lesson of the file has it', () => {
    const text = `${lesson('Two steps', '  say "One."')}\n${lesson('Two steps', '  say "Two."')}`
    expect(() => compileLessons(loadCourse({ path: 'lessons/02-two-steps.md', text }))).toThrow(
      /Another lesson of this file has the title `Two steps`/,
    )
  })

  it('is the title outside of a course', () => {
    expect(ids({ path: 'notes.md', text: lesson('Two steps', '  say "One."') })).toEqual(['two-steps'])
  })
})

describe('the warnings of a course', () => {
  const messages = (text: string): string[] =>
    courseWarnings(loadCourse({ path: 'lessons/02-walk.md', text })).map(({ message }) => message)

  it('are about all its lessons', () => {
    expect(courseWarnings(loadCourse())).toEqual([])
    expect(messages(lesson('Walk', '  say "You want Gold and Luck."'))).toEqual([
      expect.stringContaining('taught yet: Luck.'),
    ])
  })

  it('are about the texts of guides', () => {
    const guide = (text: string): string =>
      `\`\`\`guide\nShared\n  once spot is ford\n    say "${text}"\n\`\`\`\n`
    expect(messages(guide('Short.'))).toEqual([])
    expect(messages(guide('word '.repeat(46)))).toEqual([expect.stringContaining('46 words')])
  })
})
