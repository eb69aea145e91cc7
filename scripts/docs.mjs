// `npm run docs`: builds docs/, the rulebooks and the API reference as one static site, which `npm start` serves at /docs.
// `npm run docs -- --site FOLDER --base /games/` puts it beside a page that `ludoforge site` wrote, for a host that
// serves that folder at /games/.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { documentationFolder } from '../packages/web/index.js'
import { install } from './install.mjs'
import { run, tool } from './process.mjs'

const { values } = parseArgs({
  options: { site: { type: 'string' }, base: { type: 'string', default: '/' } },
})

/** The file by which a page knows what is beside it. */
const siteFile = values.site === undefined ? undefined : path.join(path.resolve(values.site), 'site.json')
if (siteFile !== undefined && !existsSync(siteFile)) {
  console.error(`${values.site} is no site. Write it first: npx ludoforge site ${values.site}`)
  process.exit(2)
}
if (!/^\/(?:.*\/)?$/.test(values.base)) {
  console.error(`--base takes a path with a / at both ends, such as /games/, not "${values.base}".`)
  process.exit(2)
}

const out = siteFile === undefined ? documentationFolder : path.join(path.dirname(siteFile), 'docs')
const steps = [
  () => install('everything', { inherit: true, say: (line) => console.error(line) }),
  () =>
    run(tool('tsx'), ['--conditions=source', 'scripts/site/build.mjs', out, `${values.base}docs/`], {
      inherit: true,
      env: { NODE_ENV: 'production' },
    }),
]
for (const step of steps) {
  const { code } = await step()
  process.exitCode = code
  if (code !== 0) break
}
if (process.exitCode === 0 && siteFile !== undefined) {
  const site = JSON.parse(readFileSync(siteFile, 'utf8'))
  writeFileSync(siteFile, JSON.stringify({ ...site, docs: true }))
}
