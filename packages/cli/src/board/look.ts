import { parse } from 'yaml'

/**
 * How a game wants to be shown in a terminal: `look/terminal.yaml` in its folder. All of it is optional, and
 * none of it can change a rule.
 */
export interface Look {
  /** Spaces shown together under a title; the rest follow under one of their own. */
  readonly groups: readonly { readonly title: string; readonly spaces: readonly string[] }[]
  /** Short names for anything that has an id. */
  readonly short: Readonly<Record<string, string>>
  readonly colours: Readonly<Record<string, string>> // of seats
  /** Which variables to show, in this order; empty: all. */
  readonly tracks: readonly string[]
}

export const PLAIN_LOOK: Look = { groups: [], short: {}, colours: {}, tracks: [] }

/** Reads the file's text. What makes no sense is left out and noted. */
export function readLook(text: string): { readonly look: Look; readonly notes: readonly string[] } {
  const notes: string[] = []
  let value: unknown
  try {
    value = parse(text, { version: '1.2' })
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error)
    return { look: PLAIN_LOOK, notes: [`look/terminal.yaml is not YAML: ${reason}`] }
  }
  if (value === null) return { look: PLAIN_LOOK, notes }
  if (!isRecord(value)) return { look: PLAIN_LOOK, notes: ['look/terminal.yaml holds no keys.'] }
  for (const key of Object.keys(value)) {
    if (!Object.hasOwn(PLAIN_LOOK, key)) notes.push(`look/terminal.yaml: "${key}" means nothing.`)
  }
  const texts = (key: string): Record<string, string> => {
    const found = value[key]
    if (found === undefined) return {}
    if (!isRecord(found)) {
      notes.push(`look/terminal.yaml: "${key}" should be names with texts.`)
      return {}
    }
    return Object.fromEntries(Object.entries(found).map(([id, text_]) => [id, String(text_)]))
  }
  const tracks = names(value['tracks'])
  if (tracks === undefined) notes.push('look/terminal.yaml: "tracks" should be a list of ids.')
  const look: Look = {
    groups: readGroups(value['groups'], notes),
    short: texts('short'),
    colours: texts('colours'),
    tracks: tracks ?? [],
  }
  return { look, notes }
}

function readGroups(value: unknown, notes: string[]): Look['groups'] {
  if (value === undefined) return []
  const groups = Array.isArray(value) ? value : [value]
  return groups.flatMap((group: unknown) => {
    const spaces = isRecord(group) && 'spaces' in group ? names(group['spaces']) : undefined
    if (!isRecord(group) || typeof group['title'] !== 'string' || spaces === undefined) {
      notes.push('look/terminal.yaml: a group needs a "title" and "spaces".')
      return []
    }
    return [{ title: group['title'], spaces }]
  })
}

function names(value: unknown): string[] | undefined {
  if (value === undefined) return []
  return Array.isArray(value) ? value.map(String) : undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
