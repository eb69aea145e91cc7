import {
  compileFolder,
  diagnosticsToJson,
  loadCompilation,
  type LoadedGame,
  renderDiagnostics,
  type UnansweredQuestion,
  unansweredQuestions,
} from '@ludoforge/compiler'
import { type GameDef, LinkError } from '@ludoforge/kernel'
import { type CodeInProse, codeInProse, type UnexplainedWord, unexplainedWords } from '@ludoforge/look'
import { bookOf, sceneOf } from '@ludoforge/look/node'
import { policyNames, policyOf } from '@ludoforge/play'
import { wordingOf, wordingText } from './check-wording.js'
import { compileOptions, type FoundGame, findGames, load, lookOf } from '../games.js'
import { readCount } from '../settings.js'
import type { Terminal } from '../terminal/terminal.js'
import { EXIT, UsageError } from '../usage.js'

export interface CheckOptions {
  readonly json: boolean
  readonly policy?: string | true // true: all of them
  readonly prose: boolean
  readonly wording: boolean
  readonly sentences: boolean
  readonly games: string // the number of games to play for `wording`
  readonly language?: string // also list texts that its words don't translate
}

/** Compiles and links games and prints their diagnostics. Warnings don't fail. */
export async function check(
  names: readonly string[],
  { json, policy, prose, wording: readsWording, sentences, games, language }: CheckOptions,
  terminal: Terminal,
): Promise<number> {
  const reports = []
  for (const found of findGames(names)) reports.push(await checkOne(found))
  if (json) {
    const plain = reports.map(({ given, ok, diagnostics, unanswered, leaks, wording }) => ({
      game: given,
      ok,
      diagnostics,
      ...(unanswered === undefined ? {} : { unanswered }),
      ...(leaks === undefined ? {} : { prose: leaks }),
      ...(wording === undefined ? {} : { wording }),
    }))
    terminal.out(JSON.stringify(plain.length === 1 ? plain[0] : plain, null, 2))
  } else {
    for (const { given, ok, text, size, unanswered, leaks, wording } of reports) {
      const { paint } = terminal
      if (text !== '') terminal.out(text)
      if (unanswered !== undefined) terminal.out(unansweredText(unanswered))
      if (leaks !== undefined) terminal.out(leaksText(leaks))
      if (wording !== undefined) terminal.out(wordingText(wording, sentences))
      terminal.out(ok ? `${paint.green('ok')} ${given}${size}` : `${paint.red('FAIL')} ${given}`)
    }
  }
  return reports.every(({ ok }) => ok) ? EXIT.ok : EXIT.failed

  async function checkOne(found: FoundGame) {
    const { given } = found
    const colour = terminal.paint.isColorSupported
    const { diagnostics, sources, loaded } = await compiled(found, language)
    const plain: unknown[] = JSON.parse(diagnosticsToJson(diagnostics))
    const text = diagnostics.length === 0 ? '' : renderDiagnostics(diagnostics, sources, { colour })
    const none = {
      given,
      ok: false,
      diagnostics: plain,
      text,
      size: '',
      unanswered: undefined,
      leaks: undefined,
      wording: undefined,
    }
    if (loaded === undefined) return none
    let game: LoadedGame
    try {
      game = loaded()
      linkPolicies(game)
    } catch (error) {
      if (!(error instanceof LinkError)) throw error
      const bug = { severity: 'error', code: error.code, message: error.message }
      return { ...none, diagnostics: [...plain, bug], text: `${text}\n${error.message}`.trim() }
    }
    const { def } = game
    const look = lookOf(found, game)
    const ofLook: unknown[] = JSON.parse(diagnosticsToJson(look.diagnostics))
    const unanswered = policy === undefined ? undefined : unansweredIn(def, policy)
    const book = found.kind === 'folder' ? await bookOf(found.path, game) : undefined
    const leaks = prose && book !== undefined ? codeInProse(book) : undefined
    const words = unexplainedWords(def, sceneOf(def, look.look), book?.terms ?? [])
    const wording =
      readsWording || sentences ? wordingOf(game, look.look, readCount('--games', games, 1)) : undefined
    const size = `: ${def.seats.length} seats, ${def.zones.length} zones, ${def.procedures.length} procedures`
    return {
      ...none,
      ok: (leaks ?? []).length === 0 && (wording?.faulty ?? []).length === 0,
      leaks,
      wording,
      size,
      unanswered,
      diagnostics: [...plain, ...ofLook, ...words.map(wordWarning)],
      text: [text, ...lookText(look, colour), words.map(wordText).join('\n')]
        .filter((part) => part !== '')
        .join('\n\n'),
    }
  }
}

/** A capitalised word that players can't look up. It never stops a game. */
function wordText({ word, where, text }: UnexplainedWord): string {
  return `warning: "${word}" in a ${where} is neither a term nor a name. Add it to \`terms\`, or write it in small letters: ${text}`
}

function wordWarning(unexplained: UnexplainedWord) {
  return { severity: 'warning', code: 'unexplained-word', message: wordText(unexplained) }
}

/** The diagnostics of the look. They never stop a game. */
function lookText({ diagnostics, sources }: ReturnType<typeof lookOf>, colour: boolean): string[] {
  if (diagnostics.length === 0) return []
  const note = 'Parts of the look with errors are ignored. The game still runs.'
  return [renderDiagnostics(diagnostics, sources, { colour }), note]
}

/** Links all policies now, so that their errors show. */
function linkPolicies(game: LoadedGame): void {
  const { def } = game
  def.seats.forEach(({ id }, seat) => {
    for (const name of policyNames(def, id)) policyOf(game, seat, name).linkAhead()
  })
}

/** The questions that policies don't answer. Other agents answer them. */
function unansweredIn(def: GameDef, policy: string | true): readonly UnansweredQuestion[] {
  const names = policyNames(def)
  if (policy === true && names.length === 0) throw new UsageError(`${def.title} has no policies.`)
  if (policy !== true && !names.includes(policy))
    throw new UsageError(`There is no policy "${policy}". The policies are: ${names.join(', ') || 'none'}.`)
  return unansweredQuestions(def, policy === true ? undefined : policy)
}

function unansweredText(unanswered: readonly UnansweredQuestion[]): string {
  if (unanswered.length === 0) return 'Every question has an entry.'
  return unanswered
    .map(({ policy, question, seats, rule }) => {
      const number = rule === undefined ? '' : ` (${rule})`
      return `policy ${policy}: no entry for ${question}${number}, asked of ${seats.join(', ')}`
    })
    .join('\n')
}

/** The code that readers see in the prose of a rulebook. */
function leaksText(leaks: readonly CodeInProse[]): string {
  if (leaks.length === 0) return 'The prose has no code.'
  return leaks
    .map(({ path, line, text }) => `${path}:${line}: \`${text}\` is code in prose. Use its name.`)
    .join('\n')
}

/** Compiles a folder. A compiled file has no diagnostics: loading links it, and throws if it is invalid. */
async function compiled(found: FoundGame, language: string | undefined) {
  if (found.kind === 'file') {
    const game = await load(found, language)
    return { diagnostics: [], sources: game.sources, loaded: () => game }
  }
  const compilation = await compileFolder(found.path, compileOptions(found, language))
  const { def, diagnostics, sources } = compilation
  return { diagnostics, sources, loaded: def === undefined ? undefined : () => loadCompilation(compilation) }
}
