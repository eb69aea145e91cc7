/** The reference entries that editors show. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { VOCABULARY } from '@ludoforge/compiler/editing'
import { reference, referenceFile } from '../../../scripts/reference.mjs'
import { entriesOf } from '../src/reference.js'

describe('the reference', () => {
  it('is that of docs/language: if not, run `npm run reference`', () => {
    expect(JSON.parse(readFileSync(referenceFile, 'utf8'))).toEqual(reference())
  })

  it('has an entry for every function, declaration and statement', () => {
    const { functions, declarations, statements, policyLines } = VOCABULARY
    const missing = [...functions, ...declarations, ...statements, ...policyLines].filter(
      (word) => entriesOf(word, 'rules').length === 0,
    )
    expect(missing).toEqual([])
  })

  it('has no entry without a text', () => {
    expect(reference().filter(({ text }: { text: string }) => text.trim() === '')).toEqual([])
  })

  it('distinguishes data from rules', () => {
    expect(entriesOf('set', 'yaml')).toEqual([])
    expect(entriesOf('pieces', 'yaml').map(({ kind }) => kind)).toContain('declaration')
  })
})
