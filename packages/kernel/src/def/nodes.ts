/**
 * The nodes of a GameDef: what rules ask (expressions) and what they do (effects). This table is the one place that
 * says which nodes there are; the types, the JSON Schema, the check of untrusted GameDefs, the reader and printer of
 * the effect tree and every walk over nodes follow from it. What surrounds the rules is in `declarations.ts`.
 *
 * A node is `[what it is, its fields, the type of its value]`. A field that may be missing ends in `?`. A field is
 * one of these, and after `;` comes what is to be said about it:
 *
 *   a type                an expression that gives such a value: `seat`, `list zone`, `zone or list zone`,
 *                         `list` (of anything), `any`, `order` (a number or a value of an enumeration)
 *   as F, item F, of F    an expression of the type of field F, of an item of it, of what F names
 *   each T                a list of expressions
 *   bind T for A B        a name for a value of type T, known in the fields A and B; without `for`: known to the
 *                         effects after this one in the same block, and in the blocks inside them
 *   name X                the name of something that is declared, or bound before
 *   type                  the name of a type
 *   a|b, true             one of these words, or just true
 *   Name, [x], {x}        a definition of this table, a list, a map by name
 *   Name for A            the same; what it binds is known in the field A, and only there
 *   place                 where it was written: an index into GameDef.sources. Never part of the meaning
 */
import { either, keyed, record, tagged, wrapped } from './schema-dsl.js'

/** Performing an action, and asking whether that is legal. What is not said is not taken over from the action in progress. */
const PERFORMANCE = {
  action: 'action',
  'args?': 'each any',
  'by?': 'seat; By default the actor.',
  'free?': 'flag',
  'class?': 'enum:action-class; By default the one it declares.',
  'within?': 'list zone; The only zones that the action may use.',
} as const

const ASKING = {
  'player?': 'seat; Who chooses. By default the actor.',
  'prompt?': 'Text',
  'about?': 'zone or token or seat or action; What the question is about.',
  'offering?': 'Offering',
  'secret?': 'true; Other seats learn that a choice was made, not which.',
} as const

const CHOOSING = {
  type: 'type; Of one option.',
  options: 'list of type',
  ...ASKING,
  'orAll?':
    'true; Where fewer can be chosen than must be, all of them are. Of one: the name is bound to none.',
} as const

const TESTED = { query: 'list', 'bind?': 'bind item query for value', 'value?': 'flag' } as const
const MEASURED = { ...TESTED, 'value?': 'order' } as const
const ITEM = { over: 'list', bind: 'bind item over for where value by while end' } as const

export const NODES = {
  Expr: either(
    'What rules ask of the board: a number, a flag, or a node that gives a value.',
    'integer',
    'boolean',
    'Node',
  ),
  Node: either(
    'Everything but plain numbers and flags.',
    'Literal',
    'Reference',
    'Operator',
    'Computed',
    'Called',
    'Query',
    'Pondered',
  ),

  Literal: keyed('A value that is named.', {
    seat: ['A seat.', { seat: 'name seat' }, 'seat'],
    zone: ['A zone.', { zone: 'name zone' }, 'zone'],
    value: ['A value of the enumeration `of`.', { of: 'name enum', value: 'name value' }, 'of of'],
    kinds: ['The kinds of tokens that pass the filter.', { kinds: 'Filter' }, 'kind'],
    action: ['An action.', { action: 'name action' }, 'action'],
    none: ['No seat, zone, token or kind. Equal only to itself.', { none: 'type' }, 'of none'],
  }),

  Reference: tagged('A value that is read from the board, from the data or from a name.', 'ref', {
    actor: ['The seat that acts.', {}, 'seat'],
    free: ['Whether the action in progress was performed free.', {}, 'flag'],
    changed: ['Whether the action performed last has changed something on the board.', {}, 'flag'],
    actionClass: ['The class of the action in progress.', {}, 'enum:action-class'],
    option: ['An option set before the game.', { option: 'name option' }, 'of option'],
    binding: ['The value of a name that is bound.', { name: 'name binding' }, 'of name'],
    gvar: ['A global variable.', { var: 'name global variable' }, 'of var'],
    pvar: ['A variable of a seat.', { var: 'name seat variable', player: 'seat' }, 'of var'],
    markerState: ['A variable of a zone.', { marker: 'name zone variable', space: 'zone' }, 'of marker'],
    zoneProp: ['An attribute of a zone.', { zone: 'zone', prop: 'name attribute' }, 'of prop'],
    zoneOwner: ['The seat that owns a zone.', { zone: 'zone' }, 'seat'],
    zoneOf: [
      'The zone of a family that belongs to a seat.',
      { family: 'name family', player: 'seat' },
      'zone',
    ],
    zoneCount: ['How many tokens a zone holds.', { zone: 'zone' }, 'number'],
    tokenProp: ['A property of a token.', { token: 'token', prop: 'name property' }, 'of prop'],
    tokenZone: ['The zone in which a token lies.', { token: 'token' }, 'zone'],
    nextSeat: ['The next seat in order. The first follows the last.', { player: 'seat' }, 'seat'],
    seatProp: ['An attribute of a seat.', { seat: 'seat', prop: 'name seat property' }, 'of prop'],
    column: [
      'A value in a row of a table.',
      { table: 'name table', row: 'of table', column: 'name column' },
      'of column',
    ],
    zoneToward: [
      'The next zone of a board in a direction, or none at the edge.',
      { zone: 'zone', direction: 'enum:direction' },
      'zone',
    ],
    opposite: ['The opposite direction.', { direction: 'enum:direction' }, 'enum:direction'],
    boardCell: [
      'The zone of a board at a column and a row, or none. A game with one board need not name it.',
      { 'board?': 'name board', column: 'number', row: 'number' },
      'zone',
    ],
  }),

  Operator: tagged('A value that is computed from others.', 'op', {
    '+ - * / % min max': [
      'Arithmetic of integers. `/` truncates toward zero, `%` takes the sign of the left side.',
      { left: 'number', right: 'number' },
      'number',
    ],
    '== !=': ['Whether two values of one type are the same.', { left: 'any', right: 'as left' }, 'flag'],
    '< <= > >=': [
      'Order of two numbers, or of two values of one enumeration.',
      { left: 'order', right: 'as left' },
      'flag',
    ],
    'and or': ['All or any of several conditions.', { args: 'each flag', 'clauses?': '[place]' }, 'flag'],
    not: ['The opposite.', { arg: 'flag' }, 'flag'],
    in: ['Whether a list has the item.', { item: 'item set', set: 'list' }, 'flag'],
    zonePropIncludes: [
      'Whether a list-valued attribute of a zone has the value.',
      { zone: 'zone', prop: 'name attribute', value: 'item prop' },
      'flag',
    ],
    kindIs: ['Whether a token passes the filter.', { token: 'token', filter: 'Filter' }, 'flag'],
    adjacent: ['Whether two zones are neighbours.', { left: 'zone', right: 'zone' }, 'flag'],
    within: ['Whether the action in progress may use the zone.', { zone: 'zone' }, 'flag'],
    legal: [
      // Without `by`, `free`, `class` and `within`: for the actor, in the context there is. With any of them: in the
      // context that the same `perform` would make. Unless `by` says who acts, the actor must be one of the action's
      // seats. Requirements that need arguments which are not given are left out; an action that takes other
      // arguments than are given is not legal.
      'Whether everything the action requires holds, for the actor or as it would be performed.',
      PERFORMANCE,
      'flag',
    ],
    level: ['The position of a value in its enumeration, from 0.', { value: 'enum' }, 'number'],
    compare: [
      'The first difference of two lists of numbers: -1, 0 or 1.',
      { left: 'list number', right: 'list number' },
      'number',
    ],
  }),

  Computed: wrapped('A value that depends on others.', {
    if: ['One of two values.', { when: 'flag', then: 'any', else: 'as then' }, 'as then'],
    aggregate: ['One value from a list.', 'Aggregate'],
  }),

  Aggregate: tagged('One value from a list.', 'op', {
    count: ['How many items there are, or satisfy the condition.', TESTED, 'number'],
    sum: ['The sum of the items, or of a value of each.', MEASURED, 'number'],
    'min max': ['The least or greatest item, or value of one.', MEASURED, 'as value'],
    'any all': ['Whether some item satisfies the condition, or all do.', TESTED, 'flag'],
    'first last': ['The first or last item that satisfies the condition, or none.', TESTED, 'item query'],
    best: ['The first item with the greatest value, or none.', MEASURED, 'item query'],
  }),

  Called: keyed('The value of a function.', {
    call: ['The value of a function.', { call: 'name function', args: 'each of call' }, 'of call'],
  }),

  Pondered: keyed('A value that only policies ask for.', {
    after: [
      'A value in the position that the option leads to; where chance intervenes, as if nothing had changed.',
      { after: 'any' },
      'as after',
    ],
    would: [
      'A value in the position after the seat has performed the action by its policy.',
      { would: 'action', then: 'any' },
      'as then',
    ],
    dice: ['A number from 1 to this one, from the generator of who decides.', { dice: 'number' }, 'number'],
    timing: ['Whether the window offers its actions at this time.', { timing: 'Timing' }, 'flag'],
  }),

  Query: tagged(
    'An expression that gives a list. Its order is fixed by the GameDef or by its operand.',
    'query',
    {
      mapSpaces: ['All spaces of the map.', {}, 'list zone'],
      zoneFamily: ['All zones of a family.', { family: 'name family' }, 'list zone'],
      adjacentZones: ['The neighbours of a zone.', { zone: 'zone' }, 'list zone'],
      connectedZones: [
        'Zones that can be reached step by step, the first not included. A step enters a neighbour that satisfies `to` and goes on if `via` holds.',
        { zone: 'zone', bind: 'bind zone for to via', 'to?': 'flag', 'via?': 'flag', 'steps?': 'number' },
        'list zone',
      ],
      'ray line': [
        'Zones of a board in a line: from a zone to the edge, itself not included, or from edge to edge through it.',
        { zone: 'zone', direction: 'enum:direction' },
        'list zone',
      ],
      boardRow: ['The zones in a row of a board.', { 'board?': 'name board', row: 'number' }, 'list zone'],
      boardColumn: [
        'The zones in a column of a board.',
        { 'board?': 'name board', column: 'number' },
        'list zone',
      ],
      tokensInZone: [
        'Tokens in a zone or in a list of zones. Cards from top to bottom.',
        { zone: 'zone or list zone', filter: 'Filter' },
        'list token',
      ],
      supply: ['Tokens that lie in the supply of their type.', { filter: 'Filter' }, 'list token'],
      players: ['All seats.', {}, 'list seat'],
      playersFrom: ['All seats in order, beginning with this one.', { player: 'seat' }, 'list seat'],
      intsInRange: ['Whole numbers from `min` to `max`.', { min: 'number', max: 'number' }, 'list number'],
      values: ['All values of an enumeration.', { of: 'name enum' }, 'list of of'],
      rows: ['All rows of a table.', { table: 'name table' }, 'list of table'],
      actions: [
        'Actions in order of declaration.',
        { 'class?': 'name class', 'tag?': 'name tag' },
        'list action',
      ],
      list: [
        'The items as they are written.',
        { type: 'type; Of one item.', items: 'each of type' },
        'list of type',
      ],
      filter: [
        'The items for which the condition holds.',
        { ...ITEM, where: 'flag', 'clauses?': '[place]' },
        'as over',
      ],
      collect: ['A value for each item.', { ...ITEM, value: 'any' }, 'list as value'],
      sort: [
        'The items by a value. Equal ones keep their order.',
        { ...ITEM, by: 'order', order: 'up|down' },
        'as over',
      ],
      take: ['The first items.', { over: 'list', count: 'number' }, 'as over'],
      leading: [
        'The items before the first for which `while` fails; with `end`, none unless that one is there and satisfies it.',
        { ...ITEM, while: 'flag', 'end?': 'flag' },
        'as over',
      ],
      'reverse distinct': ['The items from last to first, or each once.', { over: 'list' }, 'as over'],
      'union except concat': [
        'Two lists as one: each item once, the left without the right, or one after the other.',
        { left: 'list', right: 'as left' },
        'as left',
      ],
    },
  ),

  Filter: either('All predicates must hold. An empty filter admits every token.', '[Predicate]'),

  Predicate: keyed('A condition on the kind of a token.', {
    eq: ['The property has this value.', { prop: 'name property', eq: 'of prop' }],
    neq: ['The property has another value.', { prop: 'name property', neq: 'of prop' }],
    in: ['The property has one of these values.', { prop: 'name property', in: 'each of prop' }],
    type: ['The token is of this type.', { type: 'name token type' }],
    family: ['The token is a piece, or a card.', { family: 'pieces|cards' }],
    group: ['The token belongs to this group.', { group: 'name group' }],
    kind: ['The token is of these kinds.', { kind: 'kind' }],
    any: ['At least one of the filters holds.', { any: '[Filter]' }],
    not: ['The filter does not hold.', { not: 'Filter' }],
  }),

  Text: either('Plain text with values in it.', '[TextPart]'),
  TextPart: either('A piece of text, or a value.', 'string', 'Shown'),
  Shown: record('A value in a text.', { show: 'of type', type: 'type' }),

  Block: either(
    'Effects in order. A name that one binds is known to those after it and inside them.',
    '[Effect]',
  ),

  Effect: wrapped('What a rule does.', {
    let: ['A name for a value.', { bind: 'bind of type', type: 'type', value: 'of type' }],
    assign: ['A new value for a bound name.', { bind: 'name binding', value: 'of bind' }],
    if: ['One of two blocks.', { when: 'flag', then: 'Block', 'else?': 'Block' }],
    block: ['A block within a block.', 'Block'],
    forEach: ['Effects for each item of a list.', 'ForEach'],
    repeat: ['Again and again, up to the limit.', { limit: 'number', 'while?': 'flag', effects: 'Block' }],
    leave: ['Out of the loop or the procedure.', 'loop|procedure'],
    give: ['Out of the procedure, with a result of the type that it gives.', 'any'],
    chooseOne: ['A choice of one.', 'ChooseOne'],
    chooseN: ['A choice of several.', 'ChooseN'],
    alternatives: ['A choice between ways to go on.', 'Alternatives'],
    chooseAtOnce: ['A choice that several seats make at the same time.', 'ChooseAtOnce'],
    setVar: ['A variable gets a value.', 'SetVar'],
    addVar: [
      'A variable changes. To leave its bounds is an error; a track or an enumeration stops there.',
      'AddVar',
    ],
    setMarker: [
      'A variable of a zone gets a value.',
      { marker: 'name zone variable', space: 'zone', state: 'of marker' },
    ],
    shiftMarker: [
      'A variable of a zone moves along its values and stops at the last.',
      { marker: 'name zone variable', space: 'zone', delta: 'number' },
    ],
    moveToken: ['A token goes to a zone.', { token: 'token', to: 'zone', 'position?': 'top|bottom' }],
    moveTokens: [
      'Tokens go to a zone.',
      {
        tokens: 'list token',
        'to?': 'zone; By default each token goes to its own supply.',
        'limit?': 'number',
        'fresh?': 'true; Properties return to their start values, as always on the way to the supply.',
        'position?': 'top|bottom; In a zone of cards. By default the top.',
      },
    ],
    setTokenProp: [
      'A changing property gets a value.',
      { token: 'token', prop: 'name property', value: 'of prop' },
    ],
    rollRandom: ['A name for a random number.', { bind: 'bind number', min: 'number', max: 'number' }],
    shuffle: ['The cards of a zone get a random order.', { zone: 'zone' }],
    reveal: ['Seats, or all, learn what the tokens are.', { tokens: 'list token', 'to?': 'list seat' }],
    call: [
      'A procedure is called, and what it gives may get a name.',
      { procedure: 'name procedure', args: 'each of procedure', 'into?': 'Result' },
    ],
    perform: [
      'An action is carried out if everything it requires holds; otherwise nothing is done, and nothing given.',
      { ...PERFORMANCE, 'into?': 'Result' },
    ],
    window: [
      'Asks for one of the actions that the window offers, or none; asks nobody if there are none.',
      { name: 'name window', timing: 'Timing' },
    ],
    as: ['Another seat acts.', { player: 'seat', effects: 'Block' }],
    say: ['A message.', { text: 'Text', 'to?': 'list seat' }],
    endGame: ['The game ends.', 'EndGame'],
  }),

  ForEach: record('Effects for each item of a list.', {
    bind: 'bind of type for effects',
    type: 'type; Of one item.',
    over: 'list of type',
    'limit?': 'number',
    effects: 'Block',
    'countBind?': 'bind number; After the loop: how many rounds were run.',
  }),

  Timing: either(
    'When an offered action is carried out, seen from the action around it.',
    'before|during|after',
  ),

  /** One that is taken is carried out with its own questions, then this question is asked again. */
  Offering: record('Actions that a window offers beside the options of a question.', {
    window: 'name window',
    timing: 'Timing',
    'before?': 'flag; While this holds, that is the timing.',
  }),

  ChooseOne: record('A seat names one option.', {
    bind: 'bind of type',
    ...CHOOSING,
    'optional?': 'flag; Whether it may be declined. The name is then bound to none.',
  }),

  ChooseN: record(
    'A seat names several options. The name is bound to the list of them, in the order of naming.',
    {
      bind: 'bind list of type',
      ...CHOOSING,
      min: 'number',
      'max?': 'number; By default as many as there are.',
      'costBind?': 'bind of type for cost; The name of one option in its cost.',
      'cost?': 'number; The cost of one option.',
      'budget?': 'number; The sum of costs stays within it.',
    },
  ),

  Alternatives: record('A choice between named ways to go on.', { ...ASKING, options: '[Alternative]' }),

  Alternative: record('One way to go on. It is not offered if its condition is false.', {
    id: 'name',
    'label?': 'Text',
    'when?': 'flag',
    'src?': 'place',
    effects: 'Block',
  }),

  AtOnceQuestion: keyed('What each of several seats is asked at once, without a player.', {
    chooseOne: ['A choice of one.', { chooseOne: 'ChooseOne' }],
    chooseN: ['A choice of several.', { chooseN: 'ChooseN' }],
    alternatives: ['A choice between ways to go on.', { alternatives: 'Alternatives' }],
  }),

  /**
   * None learns what another answers. When the last has answered, `effects` (after those of the alternative taken) are
   * carried out for each of them, in the order of the list. `secret`: the others do not even learn then what was chosen.
   */
  ChooseAtOnce: record(
    'All seats of a list choose at the same time. Then follow the effects, for each of them.',
    {
      seat: 'bind seat for ask effects; The name of the seat.',
      seats: 'list seat',
      ask: 'AtOnceQuestion for effects',
      effects: 'Block',
    },
  ),

  SetVar: tagged('A variable gets a value.', 'scope', {
    global: ['A global variable.', { var: 'name global variable', value: 'of var' }],
    pvar: ['A variable of a seat.', { var: 'name seat variable', player: 'seat', value: 'of var' }],
    zone: ['A variable of a zone.', { var: 'name zone variable', zone: 'zone', value: 'of var' }],
  }),

  AddVar: tagged('A variable changes. A track stops at its ends unless it is `exact`.', 'scope', {
    global: ['A global variable.', { var: 'name global variable', delta: 'number', 'exact?': 'true' }],
    pvar: [
      'A variable of a seat.',
      { var: 'name seat variable', player: 'seat', delta: 'number', 'exact?': 'true' },
    ],
    zone: [
      'A variable of a zone.',
      { var: 'name zone variable', zone: 'zone', delta: 'number', 'exact?': 'true' },
    ],
  }),

  Result: record('A name for what was given. If nothing was: the empty list, none, 0 or false.', {
    bind: 'bind of type',
    type: 'type',
  }),

  EndGame: tagged('The game is over.', 'kind', {
    win: ['These seats win.', { seats: 'seat or list seat', 'reason?': 'Text' }],
    draw: ['Nobody wins.', { 'reason?': 'Text' }],
    rank: [
      'All seats (or `over`) by score, the highest first. Equal scores by `tie`, then shared rank.',
      {
        bind: 'bind seat for score tie',
        'over?': 'list seat',
        score: 'number',
        'tie?': 'number',
        'reason?': 'Text',
      },
    ],
  }),
} as const
