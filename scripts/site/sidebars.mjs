// Navigation and sidebars for VitePress, from the readers of navigation.mjs and what the build gathered.
import { pageOf, titleOf } from './markdown.mjs'
import { READERS } from './navigation.mjs'

const linkTo = (page) => `/${page.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '.html')}`

const item = (pages, file) => ({ text: titleOf(pages.get(file)), link: linkTo(pageOf(file)) })

/** What fills a group that the navigation leaves open. */
const fillers = {
  rulebooks: ({ books }) =>
    books.map(({ title, pages }) => ({ text: title, link: linkTo(pageOf(pages[0].file)) })),
  packages: ({ pages, packages }) => [
    { text: 'API reference', link: '/api/' },
    ...packages.map((file) => item(pages, file)),
  ],
}

/** Where the pages of such a group are. */
const FOLDERS = { rulebooks: '/games/', packages: '/packages/' }

/** VitePress looks a sidebar up by the beginning of a page's path. */
const keyOf = (file) =>
  `/${pageOf(file)
    .replace(/(^|\/)index\.md$/, '$1')
    .replace(/\.md$/, '')}`

/** The pages of a book: files of its folder first, then a group for each folder in it. */
function bookItems({ name, pages }) {
  const groups = new Map([['', []]])
  for (const { file, title } of pages) {
    const inside = file.slice(`games/${name}/`.length)
    const folder = inside.includes('/') ? inside.slice(0, inside.lastIndexOf('/')) : ''
    if (!groups.has(folder)) groups.set(folder, [])
    groups.get(folder).push({ text: title, link: linkTo(pageOf(file)) })
  }
  const own = groups.get('')
  groups.delete('')
  const folders = [...groups].map(([folder, items]) => ({ text: words(folder), collapsed: true, items }))
  return [...own, ...folders]
}

const words = (folder) => folder.replaceAll('-', ' ').replace(/^\d* ?\w/, (start) => start.toUpperCase())

/** The menu at the top and the sidebar of every page. */
export function navigation(gathered, apiPages) {
  const sidebar = {}
  const nav = READERS.map(({ title, groups }) => {
    const items = groups.map(({ title: text, pages = [], fill }) => ({
      text,
      items: fill === undefined ? pages.map((file) => item(gathered.pages, file)) : fillers[fill](gathered),
    }))
    for (const { pages = [] } of groups) for (const file of pages) sidebar[keyOf(file)] = items
    for (const { fill } of groups) if (fill !== undefined) sidebar[FOLDERS[fill]] = items
    return { text: title, link: items[0].items[0].link, activeMatch: activeMatch(groups) }
  })
  for (const book of gathered.books)
    sidebar[`/games/${book.name}/`] = [
      { text: book.title, items: bookItems(book) },
      { text: 'Rulebooks', items: fillers.rulebooks(gathered) },
    ]
  sidebar['/api/'] = [
    {
      text: 'API reference',
      link: '/api/',
      items: apiPages.map(({ page, title }) => ({ text: title, link: linkTo(`api/${page}`) })),
    },
  ]
  return { nav: [...nav, { text: 'API', link: '/api/', activeMatch: '^/api/' }], sidebar }
}

/** A regular expression for the pages of a reader. */
function activeMatch(groups) {
  const paths = groups.flatMap(({ pages = [] }) => pages.map(keyOf))
  for (const { fill } of groups) if (fill !== undefined) paths.push(FOLDERS[fill])
  return `^(?:${paths.join('|')})`
}
