// Builds the VS Code extension: `node scripts/vscode.mjs` assembles packages/vscode/dist and packs it as a .vsix file with
// @vscode/vsce, which npm downloads. `--bundle` only assembles it.
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { notices } from './notices.mjs'
import { root, run } from './process.mjs'

/** The packer. It isn't a dependency: it needs hundreds of packages, and only this script uses it. */
const packer = '@vscode/vsce@3.9.2'

const source = path.join(root, 'packages/vscode')
const grammars = path.join(root, 'packages/language-server/src/grammar')

/** Assembles the extension in a folder: its manifest, its program and the grammars. */
export async function bundleExtension(folder) {
  const esbuild = await import('esbuild')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(path.join(folder, 'syntaxes'), { recursive: true })
  const { metafile } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: [path.join(source, 'src/extension.ts')],
    outfile: path.join(folder, 'extension.cjs'),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external: ['vscode'],
    logLevel: 'warning',
    metafile: true,
  })
  const {
    devDependencies: _,
    private: __,
    ...manifest
  } = JSON.parse(readFileSync(path.join(source, 'package.json'), 'utf8'))
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  for (const name of ['README.md', 'language-configuration.json', 'syntaxes/markdown.tmLanguage.json'])
    copyFileSync(path.join(source, name), path.join(folder, name))
  copyFileSync(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'))
  for (const name of ['rules.tmLanguage.json', 'steps.tmLanguage.json'])
    copyFileSync(path.join(grammars, name), path.join(folder, 'syntaxes', name))
  const files = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs))
  writeFileSync(path.join(folder, 'THIRD-PARTY-LICENSES.txt'), notices(root, files))
}

/** Packs an assembled extension. Returns exit code and output, like `run`. */
function pack(folder, file) {
  const args = ['package', '--no-dependencies', '--skip-license', '--allow-missing-repository', '--out', file]
  return run('npm', ['exec', '--yes', `--package=${packer}`, '--', 'vsce', ...args], { cwd: folder })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folder = path.join(source, 'dist/extension')
  await bundleExtension(folder)
  console.log(`The extension is in ${path.relative(root, folder)}.`)
  if (!process.argv.includes('--bundle')) {
    const file = path.join(source, 'dist/ludoforge.vsix')
    const { code, output } = await pack(folder, file)
    console.log(
      code === 0 ? `Install it with: code --install-extension ${path.relative(root, file)}` : output,
    )
    process.exitCode = code
  }
}
