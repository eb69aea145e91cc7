import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { PROJECT_LIMITS, unzipFiles, zipFiles } from '../src/index.js'

const packed = (files: Record<string, string>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])))

describe('a zip of a project', () => {
  it('returns the files that went in, without the folder around them', () => {
    const files = { 'rules.md': '# Über\n', 'look/board.yaml': 'a: 1\n' }
    expect(unzipFiles(zipFiles(files, 'my-game'))).toEqual(files)
  })

  it('is the same for the same files', () => {
    expect(zipFiles({ 'b.md': '2', 'a.md': '1' }, 'x')).toEqual(zipFiles({ 'a.md': '1', 'b.md': '2' }, 'x'))
  })

  it('leaves out pictures, programs and what systems add', () => {
    const zip = packed({
      'game/rules.md': '# A',
      'game/cover.png': 'x',
      'game/run.sh': 'x',
      '__MACOSX/game/rules.md': 'x',
      'game/.DS_Store': 'x',
    })
    expect(unzipFiles(zip)).toEqual({ 'rules.md': '# A' })
  })

  it('has plain line ends and no mark at its start', () => {
    expect(unzipFiles(packed({ 'rules.md': '\uFEFF# A\r\nB\r\n' }))).toEqual({ 'rules.md': '# A\nB\n' })
  })

  it.each(['../rules.md', 'a/../../rules.md', '/etc/rules.md', 'C:/rules.md', String.raw`..\rules.md`])(
    'that leads out of its folder by %s is refused',
    (path) => {
      expect(() => unzipFiles(packed({ 'rules.md': '# A', [path]: 'x' }))).toThrow(/leads out of its folder/)
    },
  )

  it('that unpacks to too much is refused before it is unpacked', () => {
    const large = 'a'.repeat(PROJECT_LIMITS.fileBytes + 1)
    expect(() => unzipFiles(packed({ 'rules.md': large }))).toThrow(/more than a game may have/)
    const many = Object.fromEntries(
      Array.from({ length: PROJECT_LIMITS.files + 1 }, (_, i) => [`f${i}.md`, 'x']),
    )
    expect(() => unzipFiles(packed(many))).toThrow(/more than a game may have/)
  })

  it('that claims less than it unpacks to is refused', () => {
    const zip = packed({ 'rules.md': 'a'.repeat(50_000) })
    const view = new DataView(zip.buffer, zip.byteOffset)
    for (let at = 0; at + 30 < zip.length; at += 1)
      if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 10, true) // its size in the directory
    let length = 0
    try {
      length = unzipFiles(zip)['rules.md']?.length ?? 0
    } catch (error) {
      expect(String(error)).toMatch(/damaged/)
    }
    expect(length).toBeLessThanOrEqual(10)
  })

  it('that isn’t a game is refused', () => {
    expect(() => unzipFiles(packed({ 'data.yaml': 'a: 1' }))).toThrow(/no Markdown file/)
    expect(() => unzipFiles(strToU8('hello'))).toThrow(/isn’t a zip, or it is damaged/)
  })

  it('with a name that no system stores is refused', () => {
    expect(() => unzipFiles(packed({ 'rules.md': '# A', 'con.md': 'x' }))).toThrow(/reserved on Windows/)
  })
})
