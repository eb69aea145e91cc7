/** Pages of the documentation: their blocks, and what they show of a program's output. */

export interface PageBlock {
  readonly language: string
  readonly text: string
  readonly line: number // of the page
}

/** The fenced blocks of a page. */
export function blocksOfPage(page: string): PageBlock[] {
  return [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(
    ({ 1: language = '', 2: text = '', index }) => ({
      language,
      text,
      line: page.slice(0, index).split('\n').length,
    }),
  )
}

/** Does it read as the page says? There `…` stands for anything. */
export function reads(found: string, shown: string): boolean {
  const pattern = shown.split('…').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  return new RegExp(`^${pattern.join('[\\s\\S]*')}$`).test(found)
}
