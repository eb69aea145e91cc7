/** The server for pages: its core bundles for browsers, where no module of Node can be resolved. */
import path from 'node:path'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { root } from '../../../scripts/process.mjs'

/** Bundles a program for a worker of a page. Throws if it imports a module of Node. */
async function bundled(contents: string): Promise<readonly string[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    stdin: { contents, resolveDir: path.join(root, 'packages/language-server') },
    bundle: true,
    platform: 'browser',
    format: 'esm',
    conditions: ['source'],
    metafile: true,
    write: false,
    logLevel: 'silent',
  })
  return Object.keys(metafile.inputs)
}

describe('a bundle for a worker of a page', () => {
  it('has the server and its connection', async () => {
    const inputs = await bundled(
      "export { createConnection } from 'vscode-languageserver/browser'\nexport { startServer } from '@ludoforge/language-server'",
    )
    expect(inputs).toContain('packages/language-server/src/server.ts')
    expect(inputs.filter((file) => file.includes('/node/'))).toEqual([])
  })

  it("can't have the part for Node", async () => {
    await expect(bundled("export { serveStdio } from '@ludoforge/language-server/node'")).rejects.toThrow(
      /Could not resolve/,
    )
  })
})
