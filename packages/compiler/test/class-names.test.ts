/** Classes of actions by other names: what they mean in the effect tree, and what is wrong with them. */
import type { GameDef } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { compileFiles } from '../src/index.js'
import { TREES } from './trees.js'

const game = (classNames: string): string => `# A test

\`\`\`yaml
game: {id: test, title: Test}
seats: [red, blue]
values: {action-class: [full, short]}
${classNames}
spaces: {mill: {}}
variables: {round: 0..9}
operationProfiles:
  - id: march
    resolution:
      - stage: only
        effects:
          - if:
              when: {op: '==', left: {ref: binding, name: __actionClass}, right: limitedOperation}
              then: [{addVar: {scope: global, var: round, delta: 1}}]
\`\`\`

\`\`\`rules
play
  perform march
  perform rest, as short
  draw

operation rest
  add 1 to round
\`\`\`
`

function compiled(classNames: string): { def: GameDef | undefined; messages: string[] } {
  const { def, diagnostics } = compileFiles([{ path: 'test.md', text: game(classNames) }], TREES)
  return { def, messages: diagnostics.map(({ code, message }) => `${code}: ${message}`) }
}

describe('other names of classes', () => {
  const { def, messages } = compiled('class-names: {operation: full, limitedOperation: short}')

  it('are part of the GameDef', () => {
    expect(messages).toEqual([])
    expect(def?.classNames).toEqual({ operation: 'full', limitedOperation: 'short' })
  })

  it('mean their class in the effect tree', () => {
    const march = def?.procedures.find(({ id }) => id === 'march')
    expect(JSON.stringify(march?.body)).toContain('{"value":"short","of":"action-class"}')
  })

  it('give operations of both notations the class that `operation` means', () => {
    const classes = def?.procedures.filter(({ kind }) => kind === 'action').map((one) => one.class)
    expect(classes).toEqual(['full', 'full'])
  })

  it.each([
    ['class-names: {limitedOperation: shrt}', "unknown-name: `shrt` isn't a class of actions."],
    ['class-names: {limitedOperation: short, full: short}', 'duplicate-id: `full` is already a class'],
    ['class-names: {limitedOperation: [short]}', 'wrong-type: '],
  ])('%s is reported', (text, message) => {
    expect(compiled(text).messages.join('\n')).toContain(message)
  })
})
