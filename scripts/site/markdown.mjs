// Markdown of the repository as pages of the site: where a page goes, and where its links lead.
import { posix } from 'node:path'

/** The anchor of a heading, as forges make it, so that a link works there and here. */
export const anchorOf = (heading) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')

/**
 * Where a file of the repository is on the site: `docs/bots.md` is `bots.md`, a README the index of its folder, and a file
 * of code or data a page that shows it: `map.yaml` is `map-yaml.md`.
 */
export function pageOf(file) {
  const path = file.replace(/^docs\//, '').replace(/(^|\/)README\.md$/, '$1index.md')
  if (!path.endsWith('.md')) return `${path.replace(/\.(\w+)$/, '-$1').toLowerCase()}.md`
  return path.includes('/') ? path : path.toLowerCase()
}

/** The first heading, without its marks. */
export function titleOf(markdown) {
  const heading = /^# +(.+?)\s*#*$/m.exec(withoutBlocks(markdown))?.[1] ?? ''
  return heading.replaceAll(/[`*_\\]/g, '').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
}

const withoutBlocks = (markdown) => markdown.replaceAll(/^(`{3,}|~{3,})[^\n]*\n.*?^\1\s*$/gms, '')

/** Calls `change` with each stretch of prose; blocks of code and code within a line stay as they are. */
function changeProse(markdown, change) {
  const code = /^(`{3,}|~{3,})[^\n]*\n.*?^\1[ \t]*$|(`+)[^`\n](?:.*?[^`\n])?\2(?!`)/gms
  let result = ''
  let at = 0
  for (const found of markdown.matchAll(code)) {
    result += change(markdown.slice(at, found.index)) + found[0]
    at = found.index + found[0].length
  }
  return result + change(markdown.slice(at))
}

/**
 * A page for the site. `route(file)` says where a file of the repository is on the site, or undefined if it isn't there:
 * the text of such a link stays, without the link.
 */
export function sitePage(file, markdown, route) {
  const here = posix.dirname(route(file) ?? pageOf(file))
  const link = (whole, mark, text, address) => {
    if (/^[a-z]+:|^#/i.test(address)) return whole
    const [target, anchor] = address.split('#')
    const page = route(posix.join(posix.dirname(file), decodeURI(target)).replace(/\/$/, ''))
    if (page === undefined) return mark === '!' ? '' : text
    const to = posix.relative(here, page)
    return `${mark}[${text}](${to.startsWith('.') ? to : `./${to}`}${anchor === undefined ? '' : `#${anchor}`})`
  }
  // The text of a link may hold code: whole links are changed first, with their code.
  const linked = changeBlocks(markdown, (prose) =>
    prose.replaceAll(/(!?)\[((?:[^\][`]|`[^`\n]*`)*)\]\(([^)\s]+)\)/g, link),
  )
  return changeProse(linked, (prose) => prose.replaceAll(/<!--.*?-->\n*/gs, ''))
}

/** As `changeProse`, but code within a line counts as prose. */
function changeBlocks(markdown, change) {
  let result = ''
  let at = 0
  for (const found of markdown.matchAll(/^(`{3,}|~{3,})[^\n]*\n.*?^\1[ \t]*$/gms)) {
    result += change(markdown.slice(at, found.index)) + found[0]
    at = found.index + found[0].length
  }
  return result + change(markdown.slice(at))
}
