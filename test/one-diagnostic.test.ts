/** One error in a big folder gives one diagnostic, at its location, without follow-up errors. */
import { fileURLToPath } from 'node:url'
import { compileFiles } from '@ludoforge/compiler'
import { beforeAll, describe, expect, it } from 'vitest'
import { readFolder } from '../packages/compiler/src/folder/read.js'
import type { SourceFile } from '../packages/compiler/src/source/index.js'
import { isThorough } from './support/effort.js'

let files: readonly SourceFile[] = []
beforeAll(async () => {
  files = await readFolder(fileURLToPath(new URL('../games/fire-in-the-lake', import.meta.url)))
})

/** The diagnostics after replacing one text in one file. */
function reported(path: string, from: string, to: string): string[] {
  const changed = files.map((file) => {
    if (file.path !== path) return file
    expect(file.text).toContain(from)
    return { path, text: file.text.replace(from, to) }
  })
  return compileFiles(changed).diagnostics.map(
    ({ severity, span, message }) => `${severity} ${span?.file}: ${message}`,
  )
}

/** Each case compiles the largest game: `npm test` takes every third. */
const some = <T>(cases: readonly T[]): readonly T[] => cases.filter((_, i) => isThorough || i % 3 === 0)

describe('one wrong name in Fire in the Lake', () => {
  it.each(
    some([
      [
        'in a function',
        '3-4-modifiers.md',
        'else untunneled insurgents bases',
        'else untunneled insurgents bsaes',
        '`bsaes`',
      ],
      [
        'in a procedure',
        '3-operations.md',
        'if can-improve-trail\n',
        'if can-improve-trial\n',
        '`can-improve-trial`',
      ],
      [
        'in the line that binds a name',
        '6-coup-rounds.md',
        'let sources = map where some(kind in it)',
        'let sources = map where some(kidn in it)',
        '`kidn`',
      ],
      [
        'in an event',
        '5-events/cards-041-050.md',
        'choose each space from map where it is province and some(NVA troops',
        'choose each space from mpa where it is province and some(NVA troops',
        '`mpa`',
      ],
      [
        'of the card of an event',
        '5-events/cards-051-060.md',
        'event shaded of card-59',
        'event shaded of card-590',
        '`card-590`',
      ],
      [
        'of the seat of an action',
        '4-special-activities.md',
        'activity bombard "Bombard" by NVA',
        'activity bombard "Bombard" by NAV',
        '`NAV`',
      ],
      [
        'in a policy',
        '8-non-players/8-4-answers.md',
        'first resources if trail = 4',
        'first resources if trial = 4',
        '`trial`',
      ],
      [
        'of a neighbour',
        'map.yaml',
        'adjacent: [kontum, qui-nhon, binh-dinh,',
        'adjacent: [kontum, qui-nhon, binh-dihn,',
        '`binh-dihn`',
      ],
      [
        'in a zone declaration',
        '2-sequence-of-play.md',
        'coup-stock: {holds: cards',
        'coup-stock: {holds: crads',
        '`crads`',
      ],
      [
        'of a seat in a list',
        '5-events/cards.yaml',
        'order: [NVA, VC, US, ARVN]',
        'order: [NVA, VX, US, ARVN]',
        '`VX`',
      ],
      [
        'of a property',
        '1-components.md',
        'arvn-rangers: {name: ARVN Ranger, faction:',
        'arvn-rangers: {name: ARVN Ranger, factoin:',
        '`factoin`',
      ],
      [
        'of a parameter',
        '8-strong/8-10-nva.md',
        'test nva-unsettles(space) "a Rally can end COIN Control of {space}" =',
        'test nva-unsettles(spcae) "a Rally can end COIN Control of a space" =',
        '`spcae`',
      ],
    ]),
  )('is one message, %s', (_, path, from, to, name) => {
    expect(reported(path, from, to)).toEqual([expect.stringMatching(`^error ${path}: .*${name}`)])
  })

  it.each(
    some([
      [
        'of a function',
        '3-operations.md',
        'test can-improve-trail "',
        'test can-imprvoe-trail "',
        '`can-improve-trail`',
      ],
      [
        'of a zone',
        '2-sequence-of-play.md',
        '  current-card: {holds',
        '  curent-card: {holds',
        '`current-card`',
      ],
      ['of a type of pieces', '1-components.md', '  arvn-rangers: {', '  arvn-rnagers: {', '`arvn-rangers`'],
      [
        'of a value',
        'map.yaml',
        'terrain: {highland: Highland, lowland: Lowland, jungle: Jungle}',
        'terrain: {highland: Highland, lowland: Lowland, jungel: Jungle}',
        '`jungle`',
      ],
    ]),
  )('is one message for all uses, if the declaration %s is wrong', (_, path, from, to, name) => {
    expect(reported(path, from, to)).toEqual([expect.stringContaining(name)])
  })

  it.each(
    some([
      ['a value', '4-6-modifiers.md', 'if lasts(shaded card-39) then 0', 'if lasts(shaded card-39) than 0'],
      [
        'a set',
        '5-events/cards-081-090.md',
        'reachable from hue through (true)',
        'reachable from hue trough (true)',
      ],
      [
        'a statement that binds a name',
        '5-events/cards-091-100.md',
        'choose 3 or all turned from map',
        'choose 3 ro all turned from map',
      ],
      ['what a procedure gives', '5-events/5-events.md', '  give goals\n', '  giev goals\n'],
      ['an event', '5-events/cards-061-070.md', 'event unshaded of card-67', 'evnet unshaded of card-67'],
      [
        'a line of a policy',
        '8-non-players/8-4-answers.md',
        'first troops if me is US',
        'fisrt troops if me is US',
      ],
      ['a section', '1-components.md', 'space-variables:\n', 'space-varaibles:\n'],
      [
        'a column',
        '8-non-players/8-4-events.md',
        'operates: without-tunnel-to-clear',
        'opreates: without-tunnel-to-clear',
      ],
    ]),
  )("is one message, if %s can't be parsed", (_, path, from, to) => {
    expect(reported(path, from, to)).toEqual([expect.stringMatching(`^error ${path}: `)])
  })
})
