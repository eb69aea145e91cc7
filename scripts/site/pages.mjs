// Gathers what the site is made of, and writes it as one folder of Markdown: docs, rulebooks, packages, the API reference.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { loadGame } from '@ludoforge/compiler'
import { gameFolder, gameNames } from '@ludoforge/games'
import { bookOf } from '@ludoforge/look/node'
import { packageFolders, root } from '../process.mjs'
import { pageOf, sitePage, titleOf } from './markdown.mjs'
import { namedPages, READERS } from './navigation.mjs'

const read = (file) => readFileSync(path.join(root, file), 'utf8')
const isFile = (file) => statSync(path.join(root, file), { throwIfNoEntry: false })?.isFile() === true

/** What is copied as it is: pictures, and data that is too long to read. */
const LONGEST_PAGE = 50_000 // bytes
const isCopied = (file) =>
  /\.(?:png|svg|jpe?g|webp)$/i.test(file) ||
  (file.endsWith('.json') && statSync(path.join(root, file)).size > LONGEST_PAGE)

/** The rulebook of each game, in reading order, as files from the root. */
async function rulebooks() {
  return Promise.all(
    gameNames().map(async (name) => {
      const folder = gameFolder(name)
      const { files } = await bookOf(folder, await loadGame(folder))
      const pages = files.map(({ path: file, title, markdown }) => ({
        file: `games/${name}/${file}`,
        title: plain(title),
        markdown,
      }))
      return { name, title: titleOf(pages[0].markdown), pages }
    }),
  )
}

const plain = (title) => title.replaceAll(/[`*\\]/g, '')

/** The language of a block that shows a file. */
function blockLanguage(file) {
  const name = path.extname(file).slice(1)
  return { py: 'python', mjs: 'js', yml: 'yaml' }[name] ?? (name || 'text')
}

/** A page that shows a file of code or data. */
function pageOfCode(file) {
  const text = read(file).trimEnd()
  return `# ${path.posix.basename(file)}\n\n\`${file}\`\n\n\`\`\`\`${blockLanguage(file)}\n${text}\n\`\`\`\`\n`
}

/**
 * All pages, by file of the repository. Files that a page links to come along: code and data as pages that show them,
 * pictures and long data as they are. The API reference is added by the build.
 */
export async function gather() {
  const books = await rulebooks()
  const packages = packageFolders().map((folder) => `${folder}/README.md`)
  const markdown = new Map()
  for (const file of ['README.md', ...namedPages(), ...packages]) markdown.set(file, read(file))
  for (const { pages } of books) for (const page of pages) markdown.set(page.file, page.markdown)

  const copied = new Set()
  const pages = new Map()
  const waiting = [...markdown.keys()]
  const route = (file) => {
    if (!markdown.has(file)) {
      if (!isFile(file)) return undefined
      if (isCopied(file)) {
        copied.add(file)
        return file.replace(/^docs\//, '')
      }
      markdown.set(file, pageOfCode(file))
      waiting.push(file)
    }
    return pageOf(file)
  }
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift())
    pages.set(file, sitePage(file, markdown.get(file), route))
  return { pages, copied, books, packages }
}

/** The front page: four readers, then the README. */
function home(readme) {
  const features = READERS.map(({ title, details, groups }) => ({
    title,
    details,
    link: `/${pageOf(groups[0].pages[0]).replace(/\.md$/, '.html')}`,
  }))
  const front = {
    layout: 'home',
    hero: {
      name: 'LudoForge',
      text: 'A rulebook that runs',
      tagline: 'A board game is a folder of Markdown. People, bots and programs play it.',
      image: { src: '/icon.svg', alt: '' },
    },
    features,
  }
  return `---\n${JSON.stringify(front)}\n---\n\n${readme.replace(/^# .*\n+/, '')}`
}

/** What a page says to VitePress: examples are many and read alike, so the search leaves them out. */
const frontOf = (file) =>
  /^games\/[^/]+\/examples\/|\/(?!README)[^/]*(?<!\.md)$/.test(file) ? '---\nsearch: false\n---\n\n' : ''

/** Writes the pages into a folder, with the sidebars that the configuration reads. */
export function writePages(folder, { pages, copied }) {
  rmSync(folder, { recursive: true, force: true })
  for (const [file, text] of pages)
    put(folder, pageOf(file), file === 'README.md' ? home(text) : frontOf(file) + text)
  for (const file of copied) {
    const place = path.join(folder, file.endsWith('.json') ? 'public' : '', file.replace(/^docs\//, ''))
    mkdirSync(path.dirname(place), { recursive: true })
    copyFileSync(path.join(root, file), place)
  }
  // The icon without its ground, for light and dark.
  put(
    folder,
    'public/icon.svg',
    read('packages/web/public/icon.svg').replace(/ *<path d="M0 0H64V64H0Z"[^>]*>\n/, ''),
  )
}

export function put(folder, file, text) {
  const place = path.join(folder, file)
  mkdirSync(path.dirname(place), { recursive: true })
  writeFileSync(place, text)
}

/** The pages of a folder, from there. */
export const pagesIn = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .map((file) => file.replaceAll(path.sep, '/'))
        .filter((file) => file.endsWith('.md'))
    : []
