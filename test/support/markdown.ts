/** Game folders as text, for tests that reorder or damage them. */
import type { SourceFile } from '@ludoforge/compiler'
import type { Rng } from '@ludoforge/kernel'

const FENCE = /^```(?:yaml|rules|example)\n[\s\S]*?^```$/gm

/** The blocks that the compiler reads, with their fences. */
export function blocksOf(text: string): string[] {
  return text.match(FENCE) ?? []
}

/** The same file with its blocks in another order; what stands between them stays. */
export function shuffleBlocks({ path, text }: SourceFile, rng: Rng): string {
  if (!path.endsWith('.md')) return text
  const order = rng.shuffle(blocksOf(text))
  let next = 0
  return text.replaceAll(FENCE, () => order[next++] ?? '')
}
