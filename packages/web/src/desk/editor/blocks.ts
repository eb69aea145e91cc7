/** The fenced blocks of a file, found at once after every keystroke. */
import { type EditorState, Facet, StateField, type Text } from '@codemirror/state'

/** A block of code: the lines after `from` and before `to` are its text. */
export interface Block {
  /** The line of the opening fence. 0 if the file is one block. */
  readonly from: number
  /** The line of the closing fence, or the line after the last one. */
  readonly to: number
  readonly language: string
}

const FENCE = /^ {0,3}(`{3,}|~{3,})\s*([\w-]*)/

/** Finds the blocks of a Markdown file. A block without an end goes to the end of the file. */
export function blocksOf(doc: Text): readonly Block[] {
  const blocks: Block[] = []
  let open: { readonly from: number; readonly fence: string; readonly language: string } | undefined
  let number = 0
  for (const line of doc.iterLines()) {
    number += 1
    const found = FENCE.exec(line)
    if (found === null) continue
    const [, fence = '', language = ''] = found
    if (open === undefined) open = { from: number, fence, language: language.toLowerCase() }
    else if (fence.startsWith(open.fence) && language === '') {
      blocks.push({ from: open.from, to: number, language: open.language })
      open = undefined
    }
  }
  if (open !== undefined) blocks.push({ from: open.from, to: doc.lines + 1, language: open.language })
  return blocks
}

/** Whether a file is one block of data, and not Markdown. */
export const isDataFile = Facet.define<boolean, boolean>({ combine: ([first = false]) => first })

const blocksIn = (state: EditorState): readonly Block[] =>
  state.facet(isDataFile) ? [{ from: 0, to: state.doc.lines + 1, language: 'yaml' }] : blocksOf(state.doc)

/** The blocks of the file in the editor. */
export const blocksField = StateField.define<readonly Block[]>({
  create: blocksIn,
  update: (blocks, { docChanged, state }) => (docChanged ? blocksIn(state) : blocks),
})

/** The block that contains a line, or whose fence it is. */
export function blockAt(blocks: readonly Block[], line: number): Block | undefined {
  let low = 0
  let high = blocks.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const block = blocks[middle]
    if (block === undefined) return undefined
    if (line < block.from) high = middle - 1
    else if (line > block.to) low = middle + 1
    else return block
  }
  return undefined
}
