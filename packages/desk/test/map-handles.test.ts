import { describe, expect, it } from 'vitest'
import { movedHandle } from '../src/index.js'
import { mapHandles } from '../src/session/index.js'
import { projectFiles } from './project-files.js'

const FILES = projectFiles('before-the-ice')
const MAP = FILES['look/map.yaml'] ?? ''

describe('the points of a drawn map', () => {
  it('are found with their places in the text', () => {
    const handles = mapHandles(FILES)
    const first = handles.filter(({ of }) => of === 'salt-pans')
    expect(first.map(({ kind }) => kind)).toEqual([
      ...Array(12).fill('point'),
      'name',
      'pieces',
      'marks',
      'badge',
    ])
    expect(first.find(({ kind }) => kind === 'name')?.at).toEqual([112, 104])
    for (const { path, x, at } of handles) {
      const line = (FILES[path] ?? '').split('\n')[x.line - 1] ?? ''
      expect(Number(line.slice(x.column - 1, x.column - 1 + x.length))).toBe(at[0])
    }
  })

  it('move, and the rest of the file stays', () => {
    const handle = mapHandles(FILES).find(({ of, kind }) => of === 'salt-pans' && kind === 'name')
    if (handle === undefined) throw new Error('There is no name.')
    const moved = movedHandle(MAP, handle, [120.26, 99])
    const changed = moved.split('\n').filter((line, i) => line !== MAP.split('\n')[i])
    expect(changed).toEqual(['      name: {at: [120.3, 99], size: 22}'])
  })

  it('of shared borders are those of their arcs', () => {
    const handles = mapHandles({
      'look/map.yaml':
        'map:\n  arcs:\n    coast: [[0, 200], [120, 190]]\n  spaces:\n    mill: {ring: [coast]}\n',
    })
    expect(handles.map(({ of, at }) => [of, at])).toEqual([
      ['coast', [0, 200]],
      ['coast', [120, 190]],
    ])
  })
})
