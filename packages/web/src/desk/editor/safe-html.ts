/** HTML from the prose of a rulebook, which somebody else may have written. */

/** The elements that Markdown makes of text. Links and pictures aren't among them: an explanation leads nowhere. */
const ALLOWED: ReadonlySet<string> = new Set(
  'P PRE CODE STRONG EM DEL UL OL LI HR BR BLOCKQUOTE H1 H2 H3 H4 H5 H6 TABLE THEAD TBODY TR TH TD'.split(
    ' ',
  ),
)

/** Returns the HTML with these elements only, without attributes. Of others, the text stays. */
export function safeHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const element of body.querySelectorAll('*')) {
    if (!ALLOWED.has(element.tagName)) element.replaceWith(...element.childNodes)
    else for (const name of element.getAttributeNames()) element.removeAttribute(name)
  }
  return body.innerHTML
}
