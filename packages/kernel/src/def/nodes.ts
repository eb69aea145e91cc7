/**
 * The nodes of a GameDef: expressions and effects. This table is the single definition of all nodes. The types, the
 * JSON Schema, the validation of untrusted GameDefs, the reader and printer of the effect tree and every walk over
 * nodes are derived from it. Declarations are in `declarations.ts`.
 *
 * A node is `[description, fields, type of its value]`. The name of an optional field ends in `?`. A field is one of
 * these, followed by `;` and its description:
 *
 *   a type                an expression of this type: `seat`, `list zone`, `zone or list zone`,
 *                         `list` (of anything), `any`, `order` (a number or a value of an enumeration)
 *   as F, item F, of F    an expression of the type of field F, of an item of F, of the thing that F names
 *   each T                a list of expressions
 *   bind T for A B        a name for a value of type T, in scope in the fields A and B; without `for`: in scope in the
 *                         effects after this one in the same block, and in the blocks inside them
 *   name X                the name of something declared, or bound before
 *   type                  the name of a type
 *   a|b, true             one of these words, or just true
 *   Name, [x], {x}        a definition of this table, a list, a map by name
 *   Name for A            the same; the names that it binds are in scope in the field A only
 *   place                 its source location: an index into GameDef.sources. Never part of the meaning
 */
import { either, keyed, record, tagged, wrapped } from './schema-dsl.js'

/** Performing an action, or testing its legality. A missing field isn't inherited from the action in progress. */
const PERFORMANCE = {
  action: 'action',
  'args?': 'each any',
  'by?': 'seat; By default the actor.',
  'free?': 'flag',
  'class?': "enum:action-class; By default the action's own class.",
  'within?': 'list zone; The only zones that the action may use.',
} as const

const QUESTION_FIELDS = {
  'player?': 'seat; The seat that chooses. By default the actor.',
  'prompt?': 'Text',
  'about?': 'zone or token or seat or action; The subject of the question.',
  'offering?': 'Offering',
  'secret?': 'true; Other seats learn that a choice was made, but not which.',
} as const

const CHOICE_FIELDS = {
  type: 'type; Of one option.',
  options: 'list of type',
  ...QUESTION_FIELDS,
  'orAll?': 'true; If fewer can be chosen than `min`, all of them are. Of one: the name is bound to none.',
} as const

const TEST_FIELDS = { query: 'list', 'bind?': 'bind item query for value', 'value?': 'flag' } as const
const MEASURE_FIELDS = { ...TEST_FIELDS, 'value?': 'order' } as const
const ITEM_FIELDS = { over: 'list', bind: 'bind item over for where value by while end' } as const

export const NODES = {
  Expr: either('An expression: a number, a flag, or a node with a value.', 'integer', 'boolean', 'Node'),
  Node: either(
    "An expression that isn't a plain number or flag.",
    'Literal',
    'Reference',
    'Operator',
    'Computed',
    'Called',
    'Query',
    'Pondered',
  ),

  Literal: keyed('A constant by name.', {
    seat: ['A seat.', { seat: 'name seat' }, 'seat'],
    zone: ['A zone.', { zone: 'name zone' }, 'zone'],
    value: ['A value of the enumeration `of`.', { of: 'name enum', value: 'name value' }, 'of of'],
    kinds: ['The kinds of tokens that match the filter.', { kinds: 'Filter' }, 'kind'],
    action: ['An action.', { action: 'name action' }, 'action'],
    none: ['No seat, zone, token or kind. Equal only to itself.', { none: 'type' }, 'of none'],
  }),

  Reference: tagged('A value read from the board, from the data or from a name.', 'ref', {
    actor: ['The seat that acts.', {}, 'seat'],
    position: [
      'The position: how many tokens of each kind are where, cards in order, variables, and who acts. Equal positions are equal.',
      {},
      'position',
    ],
    free: ['Whether the action in progress was performed free.', {}, 'flag'],
    changed: ['Whether the last performed action changed the board.', {}, 'flag'],
    actionClass: ['The class of the action in progress.', {}, 'enum:action-class'],
    option: ['An option set before the game.', { option: 'name option' }, 'of option'],
    binding: ['The value of a bound name.', { name: 'name binding' }, 'of name'],
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
    tokenZone: ['The zone that a token is in.', { token: 'token' }, 'zone'],
    nextSeat: [
      'The next seat that is present, in order. The first follows the last.',
      { player: 'seat' },
      'seat',
    ],
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

  Operator: tagged('A value computed from others.', 'op', {
    '+ - * / % min max': [
      'Arithmetic of integers. `/` truncates toward zero, `%` takes the sign of the left side.',
      { left: 'number', right: 'number' },
      'number',
    ],
    '== !=': ['Whether two values of one type are equal.', { left: 'any', right: 'as left' }, 'flag'],
    '< <= > >=': [
      'Order of two numbers, or of two values of one enumeration.',
      { left: 'order', right: 'as left' },
      'flag',
    ],
    'and or': ['All or any of several conditions.', { args: 'each flag', 'clauses?': '[place]' }, 'flag'],
    not: ['Negation.', { arg: 'flag' }, 'flag'],
    in: ['Whether a list has the item.', { item: 'item set', set: 'list' }, 'flag'],
    zonePropIncludes: [
      'Whether a list-valued attribute of a zone has the value.',
      { zone: 'zone', prop: 'name attribute', value: 'item prop' },
      'flag',
    ],
    kindIs: ['Whether a token matches the filter.', { token: 'token', filter: 'Filter' }, 'flag'],
    adjacent: ['Whether two zones are neighbours.', { left: 'zone', right: 'zone' }, 'flag'],
    within: ['Whether the action in progress may use the zone.', { zone: 'zone' }, 'flag'],
    legal: [
      // Without `by`, `free`, `class` and `within`: for the actor, in the current context. With any of them: in the
      // context that the same `perform` would create. Without `by`, the actor must be one of the action's seats.
      // Requirements that need missing arguments are skipped. An action with other parameters than the arguments is
      // not legal.
      'Whether all requirements of the action hold, for the actor or as it would be performed.',
      PERFORMANCE,
      'flag',
    ],
    level: ['The index of a value in its enumeration, from 0.', { value: 'enum' }, 'number'],
    compare: [
      'The first difference of two lists of numbers: -1, 0 or 1.',
      { left: 'list number', right: 'list number' },
      'number',
    ],
  }),

  Computed: wrapped('A value computed from its parts.', {
    if: ['One of two values.', { when: 'flag', then: 'any', else: 'as then' }, 'as then'],
    aggregate: ['One value from a list.', 'Aggregate'],
  }),

  Aggregate: tagged('One value from a list.', 'op', {
    count: ['The number of items, or of items that satisfy the condition.', TEST_FIELDS, 'number'],
    sum: ['The sum of the items, or of a value of each.', MEASURE_FIELDS, 'number'],
    'min max': ['The smallest or greatest item, or value of an item.', MEASURE_FIELDS, 'as value'],
    'any all': ['Whether some item satisfies the condition, or all do.', TEST_FIELDS, 'flag'],
    'first last': [
      'The first or last item that satisfies the condition, or none.',
      TEST_FIELDS,
      'item query',
    ],
    best: ['The first item with the greatest value, or none.', MEASURE_FIELDS, 'item query'],
  }),

  Called: keyed('The value of a function, or a value after a procedure.', {
    call: ['The value of a function.', { call: 'name function', args: 'each of call' }, 'of call'],
    supposing: [
      'A value in the position after the procedure, which is not really run. The arguments are from this position.',
      { supposing: 'name procedure', args: 'each of supposing', then: 'any', 'src?': 'place' },
      'as then',
    ],
  }),

  Pondered: keyed('A value that only policies use.', {
    after: [
      'A value in the position after the option is chosen; if chance intervenes, in the current position.',
      { after: 'any' },
      'as after',
    ],
    would: [
      'A value in the position after the seat has performed the action, deciding by its policy.',
      { would: 'action', then: 'any' },
      'as then',
    ],
    dice: [
      "A random number from 1 to this one, from the deciding agent's own generator.",
      { dice: 'number' },
      'number',
    ],
    timing: ['Whether the window offers its actions at this timing.', { timing: 'Timing' }, 'flag'],
  }),

  Query: tagged('An expression for a list. The GameDef or the operand determines its order.', 'query', {
    mapSpaces: ['All spaces of the map.', {}, 'list zone'],
    zoneFamily: [
      'The zones of a family, of the seats that are present.',
      { family: 'name family' },
      'list zone',
    ],
    adjacentZones: ['The neighbours of a zone.', { zone: 'zone' }, 'list zone'],
    connectedZones: [
      'Zones that can be reached step by step, without the first. A step enters a neighbour that satisfies `to` and continues from it if `via` holds.',
      { zone: 'zone', bind: 'bind zone for to via', 'to?': 'flag', 'via?': 'flag', 'steps?': 'number' },
      'list zone',
    ],
    'ray line': [
      'Zones of a board in a line: from a zone to the edge, without the zone, or from edge to edge through it.',
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
    supply: ['Tokens in the supply of their type.', { filter: 'Filter' }, 'list token'],
    players: ['The seats that are present.', { 'all?': 'true; Also those that are absent.' }, 'list seat'],
    playersFrom: [
      'The seats that are present, in order, starting with this one.',
      { player: 'seat' },
      'list seat',
    ],
    intsInRange: ['Whole numbers from `min` to `max`.', { min: 'number', max: 'number' }, 'list number'],
    values: ['All values of an enumeration.', { of: 'name enum' }, 'list of of'],
    rows: ['All rows of a table.', { table: 'name table' }, 'list of table'],
    actions: [
      'Actions in order of declaration.',
      { 'class?': 'name class', 'tag?': 'name tag' },
      'list action',
    ],
    list: ['The listed items.', { type: 'type; Of one item.', items: 'each of type' }, 'list of type'],
    filter: [
      'The items for which the condition holds.',
      { ...ITEM_FIELDS, where: 'flag', 'clauses?': '[place]' },
      'as over',
    ],
    collect: [
      'A value for each item. Lists are put one after the other.',
      { ...ITEM_FIELDS, value: 'any' },
      'list as value',
    ],
    sort: [
      'The items by a value. Equal ones keep their order.',
      { ...ITEM_FIELDS, by: 'order', order: 'up|down' },
      'as over',
    ],
    take: ['The first items.', { over: 'list', count: 'number' }, 'as over'],
    leading: [
      'The items before the first that fails `while`; with `end`, none unless that item exists and satisfies `end`.',
      { ...ITEM_FIELDS, while: 'flag', 'end?': 'flag' },
      'as over',
    ],
    'reverse distinct': ['The items in reverse order, or without duplicates.', { over: 'list' }, 'as over'],
    'union except concat': [
      'Two lists combined: the union, the left without the right, or one after the other.',
      { left: 'list', right: 'as left' },
      'as left',
    ],
  }),

  Filter: either('All predicates must hold. An empty filter matches every token.', '[Predicate]'),

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

  Text: either('Text with values in it.', '[TextPart]'),
  TextPart: either('A literal text, or a value.', 'string', 'Shown'),
  Shown: record('A value in a text.', {
    show: 'of type',
    type: 'type',
    'one?': 'string; Of a number: the noun that it counts, in the singular.',
    'many?': 'string; In the plural.',
  }),

  Saying: record('A sentence for people. Never part of the meaning.', {
    holds: 'Text; What holds if the condition does.',
    'fails?': 'Text; What holds if the condition fails.',
  }),

  Block: either(
    'Effects in order. A name that an effect binds is in scope in the effects after it and inside them.',
    '[Effect]',
  ),

  Effect: wrapped('A statement of a rule.', {
    let: ['A name for a value.', { bind: 'bind of type', type: 'type', value: 'of type' }],
    assign: ['A new value for a bound name.', { bind: 'name binding', value: 'of bind' }],
    if: ['One of two blocks.', { when: 'flag', then: 'Block', 'else?': 'Block' }],
    block: ['A block within a block.', 'Block'],
    forEach: ['Effects for each item of a list.', 'ForEach'],
    repeat: [
      'Repeats its effects, up to the limit.',
      { limit: 'number', 'while?': 'flag', effects: 'Block' },
    ],
    leave: ['Leaves the loop or the procedure.', 'loop|procedure'],
    give: ['Leaves the procedure with a result.', 'any'],
    chooseOne: ['A choice of one.', 'ChooseOne'],
    chooseN: ['A choice of several.', 'ChooseN'],
    alternatives: ['A choice between named alternatives.', 'Alternatives'],
    chooseAtOnce: ['A simultaneous choice of several seats.', 'ChooseAtOnce'],
    setVar: ['Sets a variable.', 'SetVar'],
    appendVar: ['Appends an item to a list variable.', 'AppendVar'],
    addVar: [
      'Adds to a variable. Leaving its bounds is an error; a track or an enumeration stops at them.',
      'AddVar',
    ],
    setMarker: [
      'Sets a variable of a zone.',
      { marker: 'name zone variable', space: 'zone', state: 'of marker' },
    ],
    shiftMarker: [
      'Moves a variable of a zone along its values and stops at the last.',
      { marker: 'name zone variable', space: 'zone', delta: 'number' },
    ],
    moveToken: ['Moves a token to a zone.', { token: 'token', to: 'zone', 'position?': 'top|bottom' }],
    moveTokens: [
      'Moves tokens to a zone.',
      {
        tokens: 'list token',
        'to?': 'zone; By default each token goes to its own supply.',
        'limit?': 'number',
        'fresh?': 'true; Resets properties to their start values, as a move to the supply always does.',
        'position?': 'top|bottom; In a zone of cards. By default the top.',
      },
    ],
    setTokenProp: ['Sets a changing property.', { token: 'token', prop: 'name property', value: 'of prop' }],
    rollRandom: ['A name for a random number.', { bind: 'bind number', min: 'number', max: 'number' }],
    shuffle: ['Shuffles the cards of a zone.', { zone: 'zone' }],
    reveal: ['Reveals tokens to seats, or to all.', { tokens: 'list token', 'to?': 'list seat' }],
    call: [
      'Calls a procedure. Its result may get a name.',
      { procedure: 'name procedure', args: 'each of procedure', 'into?': 'Result' },
    ],
    perform: [
      'Performs an action if all its requirements hold. Otherwise does nothing, without a result.',
      { ...PERFORMANCE, 'into?': 'Result' },
    ],
    window: [
      "Asks for one of the actions that the window offers, or none. Doesn't ask if there are none.",
      { name: 'name window', timing: 'Timing' },
    ],
    as: ['Runs effects with another seat as the actor.', { player: 'seat', effects: 'Block' }],
    say: ['Sends a message.', { text: 'Text', 'to?': 'list seat' }],
    endGame: ['Ends the game.', 'EndGame'],
  }),

  ForEach: record('Effects for each item of a list.', {
    bind: 'bind of type for effects',
    type: 'type; Of one item.',
    over: 'list of type',
    'limit?': 'number',
    effects: 'Block',
    'countBind?': 'bind number; After the loop: the number of rounds.',
  }),

  Timing: either('The time of an offered action, relative to the action around it.', 'before|during|after'),

  /** An action that is taken runs with its own questions, then this question is repeated. */
  Offering: record('Actions that a window offers in addition to the options of a question.', {
    window: 'name window',
    timing: 'Timing',
    'before?': 'flag; While this holds, the timing is `before`.',
  }),

  ChooseOne: record('A seat chooses one option.', {
    bind: 'bind of type',
    ...CHOICE_FIELDS,
    'optional?': 'flag; Whether it may be declined. The name is then bound to none.',
    'series?':
      'true; Directly inside `repeat`: a list of options answers it for the rounds that follow, and then declines.',
    'repeats?': 'true; Such a list may name an option several times.',
  }),

  ChooseN: record(
    'A seat chooses several options. The name is bound to the list of them, in the order of choosing.',
    {
      bind: 'bind list of type',
      ...CHOICE_FIELDS,
      min: 'number',
      'max?': 'number; By default the number of options.',
      'costBind?': 'bind of type for cost; The name of one option in its cost.',
      'cost?': 'number; The cost of one option.',
      'budget?': 'number; The upper bound of the total cost.',
    },
  ),

  Alternatives: record('A choice between named alternatives.', {
    ...QUESTION_FIELDS,
    options: '[Alternative]',
  }),

  Alternative: record('An alternative. It is not offered if its condition is false.', {
    id: 'name',
    'label?': 'Text',
    'when?': 'flag',
    'says?': 'Saying; Of its condition.',
    'src?': 'place',
    effects: 'Block',
  }),

  AtOnceQuestion: keyed('The question of a simultaneous choice, without a player.', {
    chooseOne: ['A choice of one.', { chooseOne: 'ChooseOne' }],
    chooseN: ['A choice of several.', { chooseN: 'ChooseN' }],
    alternatives: ['A choice between named alternatives.', { alternatives: 'Alternatives' }],
  }),

  /**
   * A simultaneous choice: no seat learns another's answer. After the last answer, `effects` (preceded by those of the
   * chosen alternative) run for each seat, in list order. `secret`: the others don't learn the answers even then.
   */
  ChooseAtOnce: record('All seats of a list choose at the same time. Then the effects run for each seat.', {
    seat: 'bind seat for ask effects; The name of the seat.',
    seats: 'list seat',
    ask: 'AtOnceQuestion for effects',
    effects: 'Block',
  }),

  SetVar: tagged('Sets a variable.', 'scope', {
    global: ['A global variable.', { var: 'name global variable', value: 'of var' }],
    pvar: ['A variable of a seat.', { var: 'name seat variable', player: 'seat', value: 'of var' }],
    zone: ['A variable of a zone.', { var: 'name zone variable', zone: 'zone', value: 'of var' }],
  }),

  AppendVar: tagged('Appends an item to a list variable.', 'scope', {
    global: ['A global variable.', { var: 'name global variable', item: 'item var' }],
    pvar: ['A variable of a seat.', { var: 'name seat variable', player: 'seat', item: 'item var' }],
    zone: ['A variable of a zone.', { var: 'name zone variable', zone: 'zone', item: 'item var' }],
  }),

  AddVar: tagged('Adds to a variable. A track stops at its ends unless the change is `exact`.', 'scope', {
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

  Result: record('A name for the result. Without a result: the empty list, none, 0 or false.', {
    bind: 'bind of type',
    type: 'type',
  }),

  EndGame: tagged('The end of the game.', 'kind', {
    win: ['These seats win, with their teams.', { seats: 'seat or list seat', 'reason?': 'Text' }],
    draw: ['Nobody wins.', { 'reason?': 'Text' }],
    together: [
      'All seats that are present win or lose together, with a score of the game.',
      { result: 'win|lose', 'score?': 'number', 'reason?': 'Text' },
    ],
    rank: [
      'The seats that are present (or `over`) by score, the highest first. Equal scores by `ties`, one after the other, then shared rank. The best seat of a team places the whole team.',
      {
        bind: 'bind seat for score ties',
        'over?': 'list seat',
        score: 'number',
        'least?': 'true; The lowest score first.',
        'ties?': 'each number; The highest first.',
        'reason?': 'Text',
      },
    ],
  }),
} as const
