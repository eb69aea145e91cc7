// How VitePress builds the site. Everything stays on the site: fonts, search and scripts ask nobody else.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitepress'
import { classes, theme } from '../colours.mjs'
import { anchorOf } from '../markdown.mjs'

const { nav, sidebar } = JSON.parse(
  readFileSync(fileURLToPath(new URL('../pages/navigation.json', import.meta.url)), 'utf8'),
)

/** A grammar of the notation, which editors and the page's rulebook use as well. */
const grammar = (name, aliases) => ({
  ...JSON.parse(
    readFileSync(
      fileURLToPath(
        new URL(`../../../packages/language-server/src/grammar/${name}.tmLanguage.json`, import.meta.url),
      ),
      'utf8',
    ),
  ),
  aliases,
})

/** What people search for: prose and headings. Code would fill the index, and so would members of each class. */
function indexed(markdown, { relativePath = '' }) {
  const prose = markdown.replaceAll(/^(`{3,})[^\n]*\n.*?^\1[ \t]*$/gms, '')
  return relativePath.startsWith('api/') ? prose.replaceAll(/^#{4,} (.*)$/gm, '$1') : prose
}

export default defineConfig({
  title: 'LudoForge',
  description: 'A rulebook that runs: board games as folders of Markdown.',
  lang: 'en-GB',
  srcDir: 'pages',
  metaChunk: true,
  lastUpdated: false,
  ignoreDeadLinks: true, // links.mjs checks them, with their anchors
  markdown: {
    html: false, // what looks like a tag in a page is text
    anchor: { slugify: anchorOf },
    languages: [grammar('rules', []), grammar('steps', ['lesson', 'guide'])],
    theme,
    codeTransformers: [classes],
    config: (md) => {
      // Two braces are text here, not an expression of Vue.
      const text = md.renderer.rules.text
      md.renderer.rules.text = (...args) => text(...args).replaceAll('{{', '&#123;&#123;')
    },
  },
  themeConfig: {
    logo: '/icon.svg',
    nav,
    sidebar,
    outline: { level: [2, 3], label: 'On this page' },
    notFound: {
      title: 'There is no such page',
      quote: 'Search for what you wanted, or choose a topic above.',
      linkText: 'To the front page',
    },
    search: {
      provider: 'local',
      options: {
        _render: (markdown, env, md) => {
          const html = md.render(indexed(markdown, env), env)
          return env.frontmatter?.search === false ? '' : html
        },
      },
    },
  },
})
