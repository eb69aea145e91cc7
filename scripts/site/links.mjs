// Checks the links of a built site: every page, file and heading that a page links to is there.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/** The dead links of the site in a folder, as sentences. `base` is where the site is served, with a / at its end. */
export function deadLinks(folder, base) {
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.html'),
  )
  const anchors = new Map()
  const anchorsOf = (file) => {
    if (!anchors.has(file)) anchors.set(file, idsIn(readFileSync(file, 'utf8')))
    return anchors.get(file)
  }
  return pages.flatMap((page) => {
    const here = new URL(page.replaceAll(path.sep, '/'), `http://site${base}`)
    return [...new Set(linksIn(readFileSync(path.join(folder, page), 'utf8')))]
      .filter((link) => isDead(new URL(link, here)))
      .map((link) => `${page}: ${link} leads nowhere.`)
  })

  function isDead({ host, pathname, hash }) {
    if (host !== 'site') return false // another site; nobody is asked
    if (!pathname.startsWith(base)) return true
    const file = fileAt(path.join(folder, decodeURI(pathname.slice(base.length))))
    if (file === undefined) return true
    const anchor = decodeURIComponent(hash.slice(1))
    return anchor !== '' && file.endsWith('.html') && !anchorsOf(file).has(anchor)
  }
}

/** The file that a web server sends for a path. */
function fileAt(place) {
  const file = existsSync(place) && statSync(place).isDirectory() ? path.join(place, 'index.html') : place
  return existsSync(file) ? file : undefined
}

const decoded = (text) => text.replaceAll('&amp;', '&').replaceAll('&#39;', "'").replaceAll('&quot;', '"')

const linksIn = (html) =>
  [...html.matchAll(/<(?:a|img|link|script)\b[^>]*?\s(?:href|src)="([^"]*)"/g)]
    .map(([, link]) => decoded(link))
    .filter((link) => !link.startsWith('data:') && !link.startsWith('mailto:'))

const idsIn = (html) => new Set([...html.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => decoded(id)))
