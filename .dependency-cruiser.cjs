/**
 * The layers: which package may import which. Dependencies point one way.
 * Run through scripts/layers.mjs, which also makes sure that every source file was looked at.
 */
const layers = {
  kernel: [],
  play: ['kernel'],
  compiler: ['kernel', 'play'],
  'effect-tree': ['kernel', 'compiler'],
  agents: ['kernel', 'play'],
  sim: ['kernel', 'play', 'agents', 'compiler'],
  solve: ['kernel', 'play', 'agents'],
  runs: ['kernel', 'sim'],
  look: ['kernel', 'play', 'compiler'],
  table: ['kernel', 'play', 'agents', 'look'],
  client: ['kernel', 'play', 'look', 'table'],
  desk: ['kernel', 'play', 'compiler', 'effect-tree', 'agents', 'sim', 'look', 'table'],
  server: ['kernel', 'play', 'compiler', 'effect-tree', 'agents', 'sim', 'look', 'table', 'desk'],
  'language-server': ['kernel', 'play', 'compiler', 'effect-tree', 'look'],
  cli: [
    'kernel',
    'play',
    'compiler',
    'effect-tree',
    'agents',
    'sim',
    'solve',
    'runs',
    'look',
    'table',
    'client',
    'desk',
    'server',
    'language-server',
  ], // and where games and page lie
  web: ['kernel', 'play', 'compiler', 'agents', 'sim', 'look', 'table', 'client', 'desk', 'language-server'],
}

/** Plain modules that say where something lies, for the command. */
const PLACES = '^(packages/web|games)/index\\.(js|d\\.ts)$'

const layerRules = Object.entries(layers).map(([name, allowed]) => ({
  name: `layer-${name}`,
  comment: `${name} may import ${allowed.length > 0 ? allowed.join(', ') : 'no other package'}.`,
  severity: 'error',
  from: { path: `^packages/${name}/src/` },
  to: { path: '^packages/', pathNot: [`^packages/(${[name, ...allowed].join('|')})/src/`, PLACES] },
}))

/** The rooms of the kernel, from the ground up: each may use those below it. Types may be named anywhere. */
const rooms = ['def', 'layout', 'infoflow', 'link', 'run', 'game']

const roomRules = rooms.slice(0, -1).map((name, at) => ({
  name: `room-${name}`,
  comment: `kernel/src/${name} may use only the rooms below it: ${rooms.slice(0, at).join(', ') || 'none'}.`,
  severity: 'error',
  from: { path: `^packages/kernel/src/${name}/` },
  to: {
    path: `^packages/kernel/src/(${rooms.slice(at + 1).join('|')})/`,
    dependencyTypesNot: ['type-only'],
  },
}))

/** What editors in pages need: the compiler, the reader of looks and the language server, without what reads folders. */
const EDITING = {
  path: [
    '^packages/compiler/src/',
    '^packages/look/src/(reader|files)/',
    '^packages/effect-tree/src/',
    '^packages/language-server/src/',
  ],
  pathNot: [
    '^packages/compiler/src/(index|load-game|game-head|folder/read)\\.ts$',
    '^packages/look/src/(reader|files)/folder\\.ts$',
    '^packages/language-server/src/node/',
  ],
}

/** What needs Node in simulations: threads, files and their callers. The rest runs in workers of pages. */
const THREADS =
  '^packages/sim/src/(index|play-series|pool|thread|worker|search-workers?|learn/(index|learn)|puzzles/[^/]+|suite/[^/]+|trace/[^/]+)\\.ts$'

module.exports = {
  forbidden: [
    ...layerRules,
    ...roomRules,
    {
      name: 'kernel-is-pure',
      comment: 'The kernel does no I/O and depends on nothing: no Node modules, no npm packages.',
      severity: 'error',
      from: { path: '^packages/kernel/src/' },
      to: { pathNot: '^packages/kernel/src/' },
    },
    {
      name: 'play-is-pure',
      comment: 'What is built on the kernel is as pure: play imports the kernel and nothing else.',
      severity: 'error',
      from: { path: '^packages/play/src/' },
      to: { pathNot: ['^packages/play/src/', '^packages/kernel/src/(index|internal)\\.ts$'] },
    },
    {
      name: 'internal-to-play',
      comment:
        '@ludoforge/kernel/internal is for packages/play alone: other packages use what kernel and play export.',
      severity: 'error',
      from: { pathNot: '^packages/play/' },
      to: { path: '^packages/kernel/src/internal\\.ts$' },
    },
    {
      name: 'front-door-only',
      comment:
        'Import another package by its name: what its index.ts (of kernel also internal.ts, of look also node.ts, files/ and reader/, of compiler also files.ts, editing/, dialect.ts and headings.ts, of language-server also node/ and grammar/, of sim also pages.ts, of agents also line-protocol, schemas and node) does not export is its own business.',
      severity: 'error',
      from: { path: '^packages/([^/]+)/src/' },
      to: {
        path: '^packages/[^/]+/',
        pathNot: [
          '^packages/$1/',
          '^packages/[^/]+/src/index\\.ts$',
          '^packages/kernel/src/internal\\.ts$',
          '^packages/look/src/node\\.ts$',
          '^packages/look/src/(reader|files)/index\\.ts$',
          '^packages/compiler/src/(files|editing/index)\\.ts$',
          '^packages/language-server/src/(node|grammar)/index\\.ts$',
          '^packages/desk/src/(session|report|balance)/index\\.ts$',
          '^packages/compiler/src/dialect\\.ts$',
          '^packages/compiler/src/headings\\.ts$',
          '^packages/agents/src/(line-protocol|node|schemas)/index\\.ts$',
          '^packages/sim/src/pages\\.ts$',
          PLACES,
        ],
      },
    },
    {
      name: 'looks-for-pages-are-pure',
      comment: 'What a page imports of look reads no files and needs no compiler.',
      severity: 'error',
      from: {
        path: '^packages/look/src/(index|book/[^/]+|evaluator|listing|rows-go-up|scene|table|values)\\.ts$',
      },
      to: {
        pathNot: [
          '^packages/look/src/(book/[^/]+|evaluator|listing|rows-go-up|scene|table|values)\\.ts$',
          '^packages/(kernel|play)/src/index\\.ts$',
          '^packages/compiler/src/headings\\.ts$',
        ],
      },
    },
    {
      name: 'agents-play-in-pages',
      comment: 'What a page imports of agents needs no Node: that is in agents/src/node.',
      severity: 'error',
      from: { path: '^packages/agents/src/', pathNot: '^packages/agents/src/node/' },
      to: { path: '^packages/agents/src/node/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'agents-play-in-pages-without-node',
      comment: 'What a page imports of agents needs no Node: that is in agents/src/node.',
      severity: 'error',
      from: { path: '^packages/agents/src/', pathNot: '^packages/agents/src/node/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'pages-import-only-the-grammar',
      comment:
        'The page has the grammar of the notation. The server itself is for workers of the desk and for editors.',
      severity: 'error',
      from: {
        path: ['^packages/web/src/', '^packages/language-server/src/grammar/'],
        pathNot: '^packages/web/src/desk/.*/desk-[^/]*-worker\\.ts$',
      },
      to: {
        path: '^packages/language-server/src/',
        pathNot: '^packages/language-server/src/grammar/',
      },
    },
    {
      name: 'editing-needs-no-node',
      comment:
        'Editors in pages compile in a worker: files.ts and editing/ of the compiler, the reader of looks and the language server need no Node.',
      severity: 'error',
      from: EDITING,
      to: {
        path: [
          '^packages/compiler/src/(index|load-game|game-head|folder/read)\\.ts$',
          '^packages/look/src/(node|reader/folder|files/folder)\\.ts$',
          '^packages/language-server/src/node/',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'editing-uses-no-node',
      comment: 'The same for the modules of Node themselves.',
      severity: 'error',
      from: EDITING,
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'simulations-play-in-pages',
      comment:
        'Evaluations and tournaments run in a worker of a page: what pages.ts exports starts no threads.',
      severity: 'error',
      from: { path: '^packages/sim/src/', pathNot: THREADS },
      to: {
        path: [THREADS, '^packages/compiler/src/index\\.ts$', '^packages/agents/src/node/'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'simulations-play-in-pages-without-node',
      comment: 'The same for the modules of Node themselves.',
      severity: 'error',
      from: { path: '^packages/sim/src/', pathNot: THREADS },
      to: { dependencyTypes: ['core'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-test-code-in-sources',
      comment: 'Sources import neither tests, scripts nor development tools.',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/' },
      to: { path: ['^test/', '^scripts/', '^(packages/[^/]+|games)/test/'] },
    },
    {
      name: 'no-development-tools-in-sources',
      comment:
        'Sources import only what their own package.json lists under dependencies. The command, the page and the extension are bundled: what goes into them is not installed with them.',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/', pathNot: '^packages/(cli|web|vscode)/src/' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'nothing-undeclared-in-bundles',
      comment: 'Sources import only what their own package.json lists.',
      severity: 'error',
      from: { path: '^packages/(cli|web|vscode)/src/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-cycles',
      comment:
        'Dependencies point one way. Inside one folder files may call each other, as a recursive grammar does.',
      severity: 'error',
      from: { path: '^(packages/[^/]+/src/[^/]+)/' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] }, via: { pathNot: '^$1/' } },
    },
    {
      name: 'no-cycles-at-the-top',
      comment: 'Two files that need each other are one subject, or hide a third.',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/[^/]+$' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'nothing-unresolved',
      comment:
        'An import that cannot be resolved escapes every other rule. `vscode` exists only inside of VS Code.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^vscode$' },
    },
  ],
  options: {
    parser: 'swc',
    combinedDependencies: false,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^packages/[^/]+/(dist|bundle)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'node', 'browser', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
}
