// Builds the documentation site: gathers the pages, lets VitePress make files of them, and checks every link.
// Run by scripts/docs.mjs, which installs what it needs first.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'vitepress'
import { writeApi } from './api-pages.mjs'
import { deadLinks } from './links.mjs'
import { gather, pagesIn, put, writePages } from './pages.mjs'
import { navigation } from './sidebars.mjs'

const here = import.meta.dirname

/** Where VitePress finds the pages, and its configuration the navigation. */
const staging = path.join(here, 'pages')

/** Builds the site into a folder, to be served at `base`. Throws if a link is dead. Resolves to the number of pages. */
export async function buildSite({ out, base }) {
  const gathered = await gather()
  writePages(staging, gathered)
  const apiPages = await writeApi(path.join(staging, 'api'))
  put(staging, 'navigation.json', JSON.stringify(navigation(gathered, apiPages)))
  rmSync(out, { recursive: true, force: true })
  await build(here, { outDir: out, base })
  moveInline(out, base)
  const dead = deadLinks(out, base)
  if (dead.length > 0) throw new Error(`${dead.length} dead links:\n${dead.join('\n')}`)
  return pagesIn(staging).length
}

/** The styles that VitePress writes into its pages; theme/site.css has the first, its own script the second. */
const INLINE_STYLES = / style="(?:position:relative;|--vp-vh:0px;)"/g

/** Moves scripts and styles out of the pages, so that a Content Security Policy can forbid them there. */
function moveInline(out, base) {
  for (const page of readdirSync(out, { recursive: true, encoding: 'utf8' })) {
    if (!page.endsWith('.html')) continue
    const html = readFileSync(path.join(out, page), 'utf8')
    const moved = html
      .replaceAll(INLINE_STYLES, '')
      .replaceAll(/<script(?: id="[\w-]+")?>(.+?)<\/script>/gs, (_, code) => {
        const name = `assets/inline.${createHash('sha256').update(code).digest('hex').slice(0, 8)}.js`
        put(out, name, code)
        return `<script src="${base}${name}"></script>`
      })
    writeFileSync(path.join(out, page), moved)
  }
}

const [out, base] = process.argv.slice(2)
const pages = await buildSite({ out: path.resolve(out), base })
console.log(`${pages} pages, no dead links: ${path.relative(process.cwd(), out) || '.'}`)
