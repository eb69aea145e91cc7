/** Simulations for pages: what a worker of a page plays bundles for browsers, where no module of Node can be resolved. */
import { describe, expect, it } from 'vitest'
import { bundledForPages } from '../../../test/support/bundle-for-pages.js'

const bundled = (contents: string) => bundledForPages('packages/sim', contents)

describe('a bundle for a worker of a page', () => {
  it('has evaluations, comparisons and tournaments', async () => {
    const inputs = await bundled("export * from '@ludoforge/sim/evaluate'")
    for (const file of ['evaluate/compare.ts', 'tournament/ratings.ts', 'batch-player.ts', 'invariants.ts'])
      expect(inputs).toContain(`packages/sim/src/${file}`)
    expect(inputs.filter((file) => /sim\/src\/(?:pool|thread|trace\/)|\/node\//.test(file))).toEqual([])
  })

  it("can't have threads", async () => {
    await expect(bundled("export { evaluate } from '@ludoforge/sim'")).rejects.toThrow(/Could not resolve/)
  })
})
