import { compileFolder, diagnosticsToJson, renderDiagnostics } from '@ludoforge/compiler'
import { LinkError, linkGame } from '@ludoforge/kernel'
import { type Found, findGames, load } from '../games.js'
import type { Terminal } from '../terminal.js'
import { EXIT } from '../usage.js'

/** Reads games and says what is wrong with them. Warnings do not fail. */
export async function check(
  names: readonly string[],
  { json }: { json: boolean },
  terminal: Terminal,
): Promise<number> {
  const reports = []
  for (const found of findGames(names)) reports.push(await checkOne(found))
  if (json) {
    const plain = reports.map(({ given, ok, diagnostics }) => ({ game: given, ok, diagnostics }))
    terminal.out(JSON.stringify(plain.length === 1 ? plain[0] : plain, null, 2))
  } else {
    for (const { given, ok, text, size } of reports) {
      const { paint } = terminal
      if (text !== '') terminal.out(text)
      terminal.out(ok ? `${paint.green('ok')} ${given}${size}` : `${paint.red('FAIL')} ${given}`)
    }
  }
  return reports.every(({ ok }) => ok) ? EXIT.ok : EXIT.failed

  async function checkOne(found: Found) {
    const { given } = found
    const colour = terminal.paint.isColorSupported
    const { def, diagnostics, sources } =
      found.kind === 'file' ? await compiled(found) : await compileFolder(found.path)
    const plain: unknown[] = JSON.parse(diagnosticsToJson(diagnostics))
    const text = diagnostics.length === 0 ? '' : renderDiagnostics(diagnostics, sources, { colour })
    if (def === undefined) return { given, ok: false, diagnostics: plain, text, size: '' }
    try {
      linkGame(def)
    } catch (error) {
      if (!(error instanceof LinkError)) throw error
      const bug = { severity: 'error', code: error.code, message: error.message }
      return {
        given,
        ok: false,
        diagnostics: [...plain, bug],
        text: `${text}\n${error.message}`.trim(),
        size: '',
      }
    }
    const size = `: ${def.seats.length} seats, ${def.zones.length} zones, ${def.procedures.length} procedures`
    return { given, ok: true, diagnostics: plain, text, size }
  }
}

/** A compiled file has no diagnostics: loading it links it, and throws if it makes no sense. */
async function compiled(found: Found) {
  const { def, sources } = await load(found)
  return { def, diagnostics: [], sources }
}
