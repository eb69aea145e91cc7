/** Positions from text, for tests of bots: the lines of an example, without its title. */
import type { State } from '@ludoforge/kernel'
import { Reporter } from '../diagnostics/index.js'
import { CompileError } from '../evaluator.js'
import type { Block } from '../folder/index.js'
import type { LoadedGame } from '../loaded-game.js'
import { Sources } from '../source/index.js'
import { parseExamples } from './parse.js'
import { ExampleRunner } from './run.js'

const FILE = 'position'
const INDENTATION = '  '

/**
 * Returns the position that the lines of an example set up: `given the scenario NAME`, statements below it, and `when`
 * with its steps. Throws `CompileError` if the text has an error or a step can't be taken.
 */
export function setUpPosition(game: LoadedGame, text: string): State {
  const reporter = new Reporter()
  const sources = new Sources([{ path: FILE, text }])
  const [example] = parseExamples(blockOf(text), reporter)
  if (reporter.hasErrors || example === undefined) throw new CompileError(reporter.diagnostics, sources)
  const runner = new ExampleRunner(game, game.world)
  try {
    return runner.position(example)
  } catch (error) {
    const { span, message, expected, actual } = runner.failureOf(error, example.span, undefined)
    const compared = expected === undefined ? '' : ` Expected: ${expected}. Found: ${actual ?? 'nothing'}.`
    reporter.error('position', span, message + compared)
    throw new CompileError(reporter.diagnostics, sources)
  }
}

/** The text as a block with one example. The title is line 0, and its indentation isn't counted. */
function blockOf(text: string): Block {
  const lines = text.split('\n').map((line) => `${INDENTATION}${line}`)
  return {
    lang: 'example',
    file: FILE,
    text: ['The position', ...lines].join('\n'),
    span: { file: FILE, line: 0, column: 1, length: 1 },
    cut: [-INDENTATION.length],
  }
}
