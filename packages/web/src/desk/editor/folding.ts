/** Folds blocks and the sections of headings. */
import { foldService } from '@codemirror/language'
import { blockAt, blocksField } from './blocks.js'

const levelOf = (text: string): number => /^(#{1,6})\s/.exec(text)?.[1]?.length ?? 0

export const folding = foldService.of((state, from) => {
  const { doc } = state
  const line = doc.lineAt(from)
  const blocks = state.field(blocksField)
  const block = blockAt(blocks, line.number)
  if (block !== undefined) {
    if (line.number !== block.from) return null
    const to = doc.line(Math.min(block.to, doc.lines)).to
    return to > line.to ? { from: line.to, to } : null
  }
  const level = levelOf(line.text)
  if (level === 0) return null
  let last = line.number
  for (let number = line.number + 1; number <= doc.lines; number += 1) {
    const inner = blockAt(blocks, number)
    const here = inner === undefined ? levelOf(doc.line(number).text) : 0
    if (here > 0 && here <= level) break
    if (inner !== undefined || doc.line(number).text.trim() !== '') last = number
  }
  return last > line.number ? { from: line.to, to: doc.line(last).to } : null
})
