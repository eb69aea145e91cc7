// Writes the JSON Schema of a GameDef from the tables of nodes. Run by `npm run schema`.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { gameDefSchema } from '@ludoforge/kernel'
import { root, run, tool } from './process.mjs'

const file = path.join(root, 'packages/kernel/schema/gamedef.schema.json')
writeFileSync(file, JSON.stringify(gameDefSchema()))
await run(tool('biome'), ['format', '--write', file])
