/** The server for pages: its core bundles for browsers, where no module of Node can be resolved. */
import { describe, expect, it } from 'vitest'
import { bundledForPages } from '../../../test/support/bundle-for-pages.js'

const bundled = (contents: string) => bundledForPages('packages/language-server', contents)

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
