/** The templates with their files, which the build puts into the page. */
import type { Files, Template } from '@ludoforge/desk'

const texts: Readonly<Record<string, () => Promise<string>>> = import.meta.glob<string>(
  '../../../../desk/templates/**/*.{md,yaml}',
  { query: '?raw', import: 'default' },
)

/** Loads the files of a template. */
export async function templateFiles({ name }: Template): Promise<Files> {
  const start = `../../../../desk/templates/${name}/`
  const entries = Object.entries(texts).filter(([path]) => path.startsWith(start))
  return Object.fromEntries(
    await Promise.all(entries.map(async ([path, load]) => [path.slice(start.length), await load()] as const)),
  )
}
