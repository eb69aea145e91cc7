// `npm run schema`: writes the JSON Schemas of the GameDef and of the line protocol.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { linesSchema } from '@ludoforge/agents/shapes'
import { gameDefSchema } from '@ludoforge/kernel'
import { root, run, tool } from './process.mjs'

const schemas = {
  'packages/kernel/schema/gamedef.schema.json': gameDefSchema(),
  'packages/agents/schema/lines.schema.json': linesSchema(),
}
for (const [file, schema] of Object.entries(schemas))
  writeFileSync(path.join(root, file), JSON.stringify(schema))
await run(tool('biome'), ['format', '--write', ...Object.keys(schemas)])
