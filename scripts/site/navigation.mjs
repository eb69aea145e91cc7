// The site by reader: who comes with which task, and the pages for it, by path from the root. A page has one home.
// Every page under docs/ is in here; the rulebooks and the API reference bring a sidebar of their own.

const language = [
  'docs/language/README.md',
  'docs/language/01-board.md',
  'docs/language/02-components.md',
  'docs/language/03-expressions.md',
  'docs/language/04-functions.md',
  'docs/language/05-pieces.md',
  'docs/language/06-statements.md',
  'docs/language/07-choosing.md',
  'docs/language/08-actions.md',
  'docs/language/09-play.md',
  'docs/language/10-examples.md',
  'docs/language/14-policies.md',
  'docs/language/15-sentences.md',
  'docs/language/16-lessons.md',
  'docs/language/11-diagnostics.md',
]

const decisions = [
  'docs/decisions/README.md',
  'docs/decisions/01-resumable-machine.md',
  'docs/decisions/02-generated-code.md',
  'docs/decisions/03-table-of-nodes.md',
  'docs/decisions/04-integers-only.md',
  'docs/decisions/05-offers.md',
  'docs/decisions/06-forced-answers.md',
  'docs/decisions/07-one-taint-analysis.md',
  'docs/decisions/08-one-core-of-a-table.md',
  'docs/decisions/09-policies-as-rules.md',
  'docs/decisions/10-event-sourced-tables.md',
  'docs/decisions/11-bullmq.md',
  'docs/decisions/12-svg-board.md',
  'docs/decisions/13-no-accounts-needed.md',
  'docs/decisions/14-texts-from-the-tree.md',
  'docs/decisions/15-rules-of-strangers.md',
]

/** The four readers. A group without `pages` is filled in by the build: `rulebooks`, `packages`. */
export const READERS = [
  {
    title: 'Play',
    details: 'Play in the browser or the terminal, against people and bots. Host a table for your friends.',
    groups: [
      { title: 'Play', pages: ['docs/playing.md', 'docs/command.md'] },
      {
        title: 'Host',
        pages: [
          'docs/running-a-server.md',
          'docs/running-in-public.md',
          'docs/docker.md',
          'docs/hosting-a-static-page.md',
        ],
      },
      { title: 'Rulebooks', fill: 'rulebooks' },
    ],
  },
  {
    title: 'Design a game',
    details:
      'Write a game as a folder of Markdown. Check it, test its rules by examples, and see it on a board.',
    groups: [
      {
        title: 'Start',
        pages: [
          'docs/writing-a-game.md',
          'docs/desk.md',
          'docs/editors.md',
          'docs/patterns/patterns.md',
          'docs/looks.md',
          'docs/balance.md',
          'docs/phases/README.md',
          'docs/teams/README.md',
        ],
      },
      {
        title: 'The game of the tutorial',
        pages: ['docs/tutorial/1-components.md', 'docs/tutorial/2-play.md', 'docs/tutorial/3-examples.md'],
      },
      { title: 'The language', pages: language },
      {
        title: 'Rules as trees',
        pages: ['docs/language/12-tree-effects.md', 'docs/language/13-tree-expressions.md'],
      },
    ],
  },
  {
    title: 'Write a bot or a study',
    details:
      'Drive games from JavaScript, Python or any other language. Run tournaments and write data sets.',
    groups: [
      {
        title: 'Bots',
        pages: [
          'docs/bots.md',
          'docs/bot-strength.md',
          'docs/tournaments.md',
          'docs/suite.md',
          'docs/solving.md',
          'docs/line-protocol.md',
          'docs/bots-over-the-socket.md',
          'docs/moves.md',
        ],
      },
      {
        title: 'Studies',
        pages: ['docs/studies.md', 'docs/python.md', 'docs/engine.md', 'docs/many-machines.md'],
      },
      { title: 'Server', pages: ['docs/server.md'] },
    ],
  },
  {
    title: 'Work on LudoForge',
    details: 'How it is built, why it is built so, and how to change it. The reference of every package.',
    groups: [
      {
        title: 'Start',
        pages: ['CONTRIBUTING.md', 'docs/architecture.md', 'docs/glossary.md', 'docs/comparison.md'],
      },
      { title: 'Decisions', pages: decisions },
      { title: 'Packages', fill: 'packages' },
      { title: 'Project', pages: ['CHANGELOG.md', 'SECURITY.md'] },
    ],
  },
]

/** The pages that the navigation names. */
export const namedPages = () => READERS.flatMap(({ groups }) => groups.flatMap(({ pages = [] }) => pages))
