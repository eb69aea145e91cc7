import { type Block, type Expr, GAME_FORMAT, type GameDef, type ProcedureDef } from '@ludoforge/kernel'

/** A small GameDef around a body of `play`: two seats, a score each, no board. */
export function tiny(
  body: Block,
  more: Partial<GameDef> = {},
  actions: readonly ProcedureDef[] = [],
): GameDef {
  return {
    format: GAME_FORMAT,
    id: 'tiny',
    title: 'Tiny',
    seats: [
      { id: 'left', name: 'Left', props: {} },
      { id: 'right', name: 'Right', props: {} },
    ],
    seatProps: [],
    enums: [{ id: 'action-class', values: [] }],
    attributes: [],
    zones: [],
    properties: [],
    tokens: [],
    groups: [],
    variables: [{ id: 'score', scope: 'seat', type: 'number', min: 0, max: 1000, start: 0 }],
    tables: [],
    options: [],
    scenarios: [],
    functions: [
      {
        id: 'worth',
        params: [{ name: 'seat', type: 'seat' }],
        returns: 'number',
        body: { ref: 'pvar', var: 'score', player: { ref: 'binding', name: 'seat' } },
      },
    ],
    procedures: [procedure('play', body), ...actions],
    setup: [],
    play: 'play',
    worth: 'worth',
    policies: [],
    sources: [],
    ...more,
  }
}

export function procedure(id: string, body: Block, kind: ProcedureDef['kind'] = 'procedure'): ProcedureDef {
  return { id, kind, by: [], tags: [], params: [], requires: [], body }
}

export const bound = (name: string): Expr => ({ ref: 'binding', name })

/** Each seat in turn does this. */
export function eachSeat(effects: Block): Block {
  return [
    {
      forEach: {
        bind: 'seat',
        type: 'seat',
        over: { query: 'players' },
        effects: [{ as: { player: bound('seat'), effects } }],
      },
    },
  ]
}

export const addScore = (delta: Expr): Block => [
  { addVar: { scope: 'pvar', var: 'score', player: { ref: 'actor' }, delta } },
]

export const chooseNumber = (min: number, max: number): Block => [
  { chooseOne: { bind: 'n', type: 'number', options: { query: 'intsInRange', min, max } } },
]

export const rankByScore: Block = [
  {
    endGame: {
      kind: 'rank',
      bind: 'who',
      score: { ref: 'pvar', var: 'score', player: bound('who') },
    },
  },
]

/** Every seat names a number up to five, three times over, and the greater sum wins. */
export const NUMBERS = tiny([
  { repeat: { limit: 3, effects: eachSeat([...chooseNumber(0, 5), ...addScore(bound('n'))]) } },
  ...rankByScore,
])

/** Both seats name a number at once, three times over; the second gets it only if it is greater. */
export const DUELS = tiny(
  [
    {
      repeat: {
        limit: 3,
        effects: [
          { setVar: { scope: 'global', var: 'most', value: 0 } },
          {
            chooseAtOnce: {
              seat: 'who',
              seats: { query: 'players' },
              ask: {
                chooseOne: { bind: 'n', type: 'number', options: { query: 'intsInRange', min: 0, max: 5 } },
              },
              effects: [
                {
                  if: {
                    when: { op: '>', left: bound('n'), right: { ref: 'gvar', var: 'most' } },
                    then: [
                      { setVar: { scope: 'global', var: 'most', value: bound('n') } },
                      { addVar: { scope: 'pvar', var: 'score', player: bound('who'), delta: bound('n') } },
                    ],
                  },
                },
              ],
            },
          },
        ],
      },
    },
    ...rankByScore,
  ],
  {
    variables: [
      { id: 'score', scope: 'seat', type: 'number', min: 0, max: 1000, start: 0 },
      { id: 'most', scope: 'global', type: 'number', start: 0 },
    ],
  },
)

/** A game in which one of six rolls leads to a choice without options. */
export const TRAP = tiny([
  { rollRandom: { bind: 'die', min: 1, max: 6 } },
  {
    if: {
      when: { op: '==', left: bound('die'), right: 1 },
      then: eachSeat([
        { chooseOne: { bind: 'n', type: 'number', options: { query: 'intsInRange', min: 2, max: 1 } } },
      ]),
    },
  },
  ...eachSeat(chooseNumber(0, 1)),
  ...rankByScore,
])

/** A safe 3, or a die that is worth 6 with a probability of one in six. A cheater who knew the die would take it when it wins. */
export const GAMBLE = tiny([
  ...eachSeat([
    {
      alternatives: {
        options: [
          { id: 'safe', effects: addScore(3) },
          {
            id: 'gamble',
            effects: [
              { rollRandom: { bind: 'die', min: 1, max: 6 } },
              { if: { when: { op: '==', left: bound('die'), right: 6 }, then: addScore(6) } },
            ],
          },
        ],
      },
    },
  ]),
  ...chooseNumber(0, 1),
  ...rankByScore,
])

/** A hundred points, or the game. */
export const WIN_OR_COLLECT = tiny([
  ...eachSeat([
    {
      alternatives: {
        options: [
          { id: 'collect', effects: addScore(100) },
          { id: 'win', effects: [{ endGame: { kind: 'win', seats: { ref: 'actor' } } }] },
        ],
      },
    },
  ]),
  ...rankByScore,
])
