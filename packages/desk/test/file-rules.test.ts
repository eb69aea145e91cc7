/** Names and sizes that a project may have, wherever it comes from. */
import { isPrintable } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { filesProblem, isProjectPath, pathProblem, PROJECT_LIMITS } from '../src/index.js'

describe('a path of a project', () => {
  it.each(['rules.md', 'look/board.yaml', '1-setup.md', 'words/de.yml', 'puzzles.jsonl', 'Règles (2).md'])(
    'may be %s',
    (path) => expect(pathProblem(path)).toBeUndefined(),
  )

  it.each([
    '',
    '.',
    '..',
    '/',
    'rules',
    '.md',
    'rules.md/',
    '/rules.md',
    '//host/rules.md',
    'a//b.md',
    '../x.md',
    'look/../../x.md',
    './x.md',
    'look/..md',
    '.git/config.json',
    'look/.hidden.md',
    'C:/x.md',
    'C:x.md',
    'look\\x.md',
    '..\\x.md',
    'x.md:stream.md',
    '~/x.md',
    '$HOME/x.md',
    '%2e%2e/x.md',
    'con.md',
    'CON.yaml',
    'look/nul.md',
    'Aux.json',
    'com1.md',
    'LPT9.md',
    'nul/x.md',
    'x.md\0',
    'x\0.md',
    'x\n.md',
    'x\u001B[2J.md',
    'x\u202Etxt.md',
    'x\u200B.md',
    '\uFEFFx.md',
    'x\uD800.md',
    '-rf.md',
    ' x.md',
    'x .md ',
    'x.',
    'a./x.md',
    'x.html',
    'x.js',
    'x.mdx',
    'x.MD.exe',
    'package.json.',
    'e\u0301.md',
    'a/b/c/d/e/f/g.md',
    `${'x'.repeat(PROJECT_LIMITS.pathLength)}.md`,
  ])('may not be %j', (path) => {
    expect(isProjectPath(path)).toBe(false)
    const problem = pathProblem(path) ?? ''
    expect(problem).toMatch(/^(?:"|The path ").*\.$/s)
    expect(isPrintable(problem) && !problem.includes('\n'), 'is safe to print').toBe(true)
  })
})

describe('the files of a project', () => {
  it('may be as many and as large as the limits', () => {
    const text = 'x'.repeat(PROJECT_LIMITS.fileBytes)
    expect(filesProblem({ 'a.md': text, 'b.md': text })).toBeUndefined()
    expect(filesProblem({ 'a.md': `${text}x` })).toBe('a.md is too large. The limit is 1 MB for a file.')
    expect(filesProblem(Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`${name}.md`, text])))).toBe(
      'The project has 4.1 MB. The limit is 4 MB.',
    )
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`${i}.md`, '']))
    expect(filesProblem(many(PROJECT_LIMITS.files))).toBeUndefined()
    expect(filesProblem(many(PROJECT_LIMITS.files + 1))).toBe('The project has 501 files. The limit is 500.')
  })

  it('counts bytes, not characters', () => {
    expect(filesProblem({ 'a.md': '𝄞'.repeat(PROJECT_LIMITS.fileBytes / 4) })).toBeUndefined()
    expect(filesProblem({ 'a.md': '𝄞'.repeat(PROJECT_LIMITS.fileBytes / 4 + 1) })).toContain('too large')
  })

  it('are texts', () => {
    expect(filesProblem({ 'a.md': 'a\0b' })).toContain("a.md isn't a text")
    expect(filesProblem({ 'a.md': '\uD800' })).toContain("a.md isn't a text")
  })

  it('are different files on every system', () => {
    expect(filesProblem({ 'Rules.md': '', 'rules.md': '' })).toContain('Rules.md and rules.md are one file')
    expect(filesProblem({ 'a.md': '', 'a.md/b.md': '' })).toContain('a.md and a.md/b.md are one file')
    expect(filesProblem({ 'constructor.md': '', '__proto__.md': '', 'toString.json': '' })).toBeUndefined()
  })
})
