/** A run whose worker dies names the file. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { root, run, tool } from '../scripts/process.mjs'

const REPORTER = path.join(root, 'test/support/run/unfinished-files.ts')

it('a file whose worker is killed is reported as begun, and those that pass are not', async () => {
  const folder = mkdtempSync(path.join(root, 'test', 'page-')) // where it finds Vitest
  try {
    const report = path.join(folder, 'unfinished.json')
    const test = (name: string, body: string): void =>
      writeFileSync(
        path.join(folder, `${name}.test.js`),
        `import { it } from 'vitest'\nit('runs', async () => {${body}})\n`,
      )
    test('passes', '')
    test('dies', "process.kill(process.pid, 'SIGKILL'); await new Promise(() => {})")
    writeFileSync(path.join(folder, 'vitest.config.js'), 'export default {}\n')
    const args = ['run', '--root', folder, '--pool=forks', `--reporter=${REPORTER}`]
    const { code } = await run(tool('vitest'), args, { cwd: folder, env: { LUDOFORGE_UNFINISHED: report } })
    expect(code).not.toBe(0)
    expect(JSON.parse(readFileSync(report, 'utf8'))).toEqual({ begun: ['dies.test.js'], waiting: [] })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
