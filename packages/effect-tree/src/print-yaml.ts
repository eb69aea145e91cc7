/** Prints plain data as YAML: small values in flow style, large ones in block style. Round-trips through the reader. */

const WIDTH = 100

export type Data =
  | string
  | number
  | boolean
  | null
  | readonly Data[]
  | { readonly [key: string]: Data | undefined }

/** Prints a value. `indent` applies to all lines but the first. */
export function printYaml(data: Data, indent = 0): string {
  const flow = inFlow(data)
  if (indent + flow.length <= WIDTH && !isLong(data)) return flow
  if (typeof data !== 'object' || data === null) return flow
  const pad = ' '.repeat(indent)
  if (isList(data)) return data.map((item) => `- ${printYaml(item, indent + 2)}`).join(`\n${pad}`)
  return entries(data)
    .map(([key, value]) => `${word(key)}:${afterKey(value, indent + 2)}`)
    .join(`\n${pad}`)
}

function afterKey(value: Data, indent: number): string {
  const text = printYaml(value, indent)
  const block = text.includes('\n') || (isBlock(value) && text !== inFlow(value))
  return block ? `\n${' '.repeat(indent)}${text}` : ` ${text}`
}

/** Effects are always printed in block style, which reads better. */
function isLong(data: Data): boolean {
  return isBlock(data) && (isList(data) ? data.length > 1 && data.every(isBlock) : hasEffects(data))
}

function hasEffects(data: Data): boolean {
  if (!isBlock(data)) return false
  return isList(data)
    ? data.some(hasEffects)
    : entries(data).some(([key]) => key === 'effects' || key === 'then')
}

function isBlock(data: Data): data is readonly Data[] | { readonly [key: string]: Data | undefined } {
  return typeof data === 'object' && data !== null
}

function isList(data: Data): data is readonly Data[] {
  return Array.isArray(data)
}

function entries(data: Data): [string, Data][] {
  return Object.entries(data ?? {}).filter((entry): entry is [string, Data] => entry[1] !== undefined)
}

function inFlow(data: Data): string {
  if (typeof data === 'string') return word(data)
  if (!isBlock(data)) return String(data)
  if (isList(data)) return `[${data.map(inFlow).join(', ')}]`
  const fields = entries(data).map(([key, value]) => `${word(key)}: ${inFlow(value)}`)
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
}

/** Quotes a text unless YAML reads it unchanged without quotes. */
function word(text: string): string {
  const plain =
    /^\$?[A-Za-z][\w*-]*( [A-Za-z][\w-]*)*$/.test(text) && !/^(true|false|null|nan|inf)$/i.test(text)
  if (plain) return text
  // Single quotes can't contain line breaks, control characters or lone surrogates.
  return /[\p{C}\p{Zl}\p{Zp}]/u.test(text) ? JSON.stringify(text) : `'${text.replaceAll("'", "''")}'`
}
