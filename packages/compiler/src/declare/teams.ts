import type { TeamDef } from '@ludoforge/kernel'
import { type Context, titleCase } from './context.js'
import type { Sections } from './sections.js'

/** Reads `teams: {NAME: [SEAT, …]}`: seats that win together. */
export function readTeams(sections: Sections, context: Context): readonly TeamDef[] | undefined {
  if (!sections.has('teams')) return undefined
  const taken = new Map<string, string>()
  return sections.uniqueEntries('teams').map(({ key: id, value }) => {
    const what = `the team \`${id}\``
    const fields = value.kind === 'map' ? context.fields(value, what) : undefined
    const name = fields?.name('name') ?? titleCase(id)
    const node = fields === undefined ? value : fields.required('seats')
    fields?.end()
    const items = node === undefined ? [] : (context.list(node, what)?.items ?? [])
    const seats = context.strings(items, `a seat of ${what}`).flatMap(({ text, span }) => {
      const other = taken.get(text)
      taken.set(text, id)
      if (!context.seats.has(text)) return context.unknown('seat', text, span, context.seats.keys()) ?? []
      if (other !== undefined)
        context.error('duplicate', span, `\`${text}\` is in the team \`${other}\` already.`)
      return [text]
    })
    return { id, name, seats }
  })
}
