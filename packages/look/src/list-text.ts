/** Lists in the text of a card. */

/** Returns the items of a list as a person reads them. Words that repeat are counted: `2 salt, 1 wool`. */
export function listText(texts: readonly string[]): string {
  const different = new Set(texts)
  const areWords = texts.every((text) => /\p{L}{2}/u.test(text))
  if (different.size === texts.length || !areWords) return texts.join(' ')
  const count = (text: string): number => texts.filter((other) => other === text).length
  return [...different].map((text) => `${count(text)} ${text}`).join(', ')
}
