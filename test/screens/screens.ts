/** Screens in the documentation, produced by the real command. */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { COMMAND } from '../support/run/command.js'

const root = path.join(import.meta.dirname, '../..')

/** The pages that may have screens. */
export function pages(): string[] {
  const under = (folder: string): string[] =>
    readdirSync(path.join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
      .map(({ name }) => path.join(folder, name))
  return [...under('.'), ...under('docs'), ...under('docs/tutorial')]
}

export function pageText(page: string): string {
  return readFileSync(path.join(root, page), 'utf8')
}

export interface Screen {
  readonly line: number // of the page
  readonly size: string // `80x24`
  readonly command: string
  /** The typed answers. The screen is the output after the last one. */
  readonly answers: readonly string[]
  readonly shown: string
}

/** `<!-- screen 80x24: play outposts --seed 7; 1, 2 -->`, followed by the screen as a text block. */
const MARKED = /^<!-- screen (\d+x\d+): ([^;\n]+?)(?:; (.+?))? -->\n\n?```text\n([\s\S]*?)^```$/gm

export function screensOf(text: string): Screen[] {
  return [...text.matchAll(MARKED)].map(
    ({ 1: size = '', 2: command = '', 3: answers = '', 4: shown = '', index }) => ({
      line: text.slice(0, index).split('\n').length,
      size,
      command,
      answers: answers === '' ? [] : answers.split(', '),
      shown,
    }),
  )
}

/** The page with its screens updated. */
export function withScreens(text: string): string {
  const screens = screensOf(text).values()
  return text.replaceAll(MARKED, (marked) => {
    const screen = screens.next().value
    if (screen === undefined) return marked
    const fence = '```'
    return marked.slice(0, -fence.length - screen.shown.length) + produced(screen) + fence
  })
}

/** The command's output after the last answer. */
export function produced({ size, command, answers }: Screen): string {
  const whole = output(size, command, answers)
  if (answers.length === 0) return `${whole}\n`
  const before = output(size, command, answers.slice(0, -1))
  if (!whole.startsWith(before)) throw new Error(`"${command}" does not show the same twice.`)
  return `${whole.slice(before.length).replace(/^\n+/, '')}\n`
}

/** The whole output for these answers, without the last line. */
function output(size: string, command: string, answers: readonly string[]): string {
  const [columns = '', lines = ''] = size.split('x')
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...command.split(' ')], {
    cwd: root,
    encoding: 'utf8',
    input: [...answers, 'quit', ''].join('\n'),
    env: {
      ...process.env,
      COLUMNS: columns,
      LINES: lines,
      NO_COLOR: '1',
      LANG: 'C.UTF-8',
      LC_ALL: 'C.UTF-8',
    },
  })
  if (status !== 0) throw new Error(`"${command}" failed with ${status}.\n${stdout}${stderr}`)
  const printed = stdout.trimEnd().split('\n')
  return printed.slice(0, -1).join('\n') // without the goodbye
}
