/**
 * The declarations of a GameDef: seats, zones, tokens, variables, and the rules by name. Fields are written as in
 * `nodes.ts`. In addition, a plain `name` is the name that the row declares.
 */
import { either, record } from './schema-dsl.js'

export const DECLARATIONS = {
  GameDef: record('The compiled rules of a game as plain JSON, with symbolic names.', {
    format: '=ludoforge-game/1',
    id: 'name',
    title: 'string',
    'language?': 'string; The language of its texts, such as `de`. By default `en`.',
    seats: '[SeatDef]',
    'players?': 'name option; The number of seats that are present, from the first. By default all are.',
    'teams?': '[TeamDef]; Seats that win together. A seat that belongs to none plays for itself.',
    seatProps: '[AttributeDef]; Attributes of seats.',
    enums: '[EnumDef]',
    'classNames?':
      '{string}; Names of action classes for the move API. Not part of the rules: saves do not depend on it.',
    attributes: '[AttributeDef]; Attributes of zones.',
    zones: '[ZoneDef]',
    properties: '[PropertyDef]; Properties of tokens.',
    tokens: '[TokenTypeDef]',
    groups: '[GroupDef]',
    variables: '[VariableDef]',
    tables: '[TableDef]',
    options: '[OptionDef]',
    scenarios: '[ScenarioDef]; The first is the default.',
    functions: '[FunctionDef]',
    procedures: '[ProcedureDef]',
    setup: 'Block; Runs before the set-up of the scenario.',
    play: 'name procedure; The procedure that runs the game.',
    'worth?': 'name function; The value of the position for a seat, its one parameter.',
    'promise?':
      'name function; The evaluation of the position for a seat beyond its worth, in the same unit.',
    'features?':
      '[FeatureDef]; Features of the evaluation function. Not part of the rules: saves do not depend on it.',
    policies:
      '[PolicyDef]; Policies for seats without a person. Not part of the rules: saves do not depend on it.',
    sources: '[SourceDef]; Source locations of the rules. Never part of the meaning.',
  }),

  Constant: either(
    'A constant: a number, a flag, or the name of a seat, zone or enumeration value.',
    'integer',
    'boolean',
    'string',
    'null',
    '[Constant]',
  ),

  SeatDef: record('A role in the game that a player decides for.', {
    id: 'name',
    name: 'string',
    props: '{Constant}',
  }),

  TeamDef: record('Seats that win together.', {
    id: 'name',
    name: 'string',
    seats: '[name seat]',
  }),

  /** `action-class`: the classes of actions. `direction`: in clockwise order, so the opposite is half the list further. */
  EnumDef: record('An ordered enumeration.', {
    id: 'name',
    values: '[name]',
    'names?': '{string}; The names of values for people. By default the id with spaces.',
  }),

  AttributeDef: record('An attribute of zones or seats, or a column of a table.', {
    id: 'name',
    type: 'type',
    'name?': 'string; For people. By default the id with spaces.',
  }),

  ZoneDef: record('A place for tokens. A space is a zone on the map.', {
    id: 'name',
    name: 'string',
    space: 'boolean; Whether it is part of the map.',
    holds: 'pieces|cards',
    'family?': 'name; The name that the zones of all seats share: `hand` of `hand:north`.',
    'owner?': 'name seat',
    visible:
      'all|owner|others|none; The viewers who see its contents. Everybody sees how many tokens it holds.',
    attributes: '{Constant}',
    adjacent: '[name zone]; Its neighbours.',
    'board?': 'BoardPlace',
  }),

  BoardPlace: record('The position of a zone on a regular board.', {
    id: 'name; The board.',
    column: 'integer',
    row: 'integer',
    toward: '{name zone}; The next zone by direction. Missing at the edge.',
  }),

  PropertyDef: record('A property of tokens.', {
    id: 'name',
    'name?': 'string; For people. By default the id with spaces.',
    type: 'type; Of a changing property: an enumeration, a flag or a number with bounds.',
    'min?': 'integer; Of a changing number.',
    'max?': 'integer; Of a changing number.',
    changes: 'boolean',
    'start?': 'Constant; The start value of a changing property.',
  }),

  TokenTypeDef: record('A type of pieces or cards, with its number of tokens.', {
    id: 'name',
    name: 'string; Of one token.',
    'many?': 'string; The name of several tokens.',
    family: 'pieces|cards',
    count: 'count',
    supply: 'name zone; The zone where tokens start and return to.',
    props: '{Constant}; Fixed properties. A token has only these and `changing`.',
    changing: '[name property]; Properties that change.',
  }),

  GroupDef: record('A named set of token kinds.', {
    id: 'name',
    filter: 'Filter',
    'name?': 'string; Of one token of the group, for people. By default the id with spaces.',
    'many?': 'string; Of several.',
  }),

  VariableDef: record('A variable of the game: global, one per seat, or one per zone.', {
    id: 'name',
    'name?': 'string; For people. By default the id with spaces. Of a counter: the name of one.',
    'many?': 'string; Of a counter: the name of several. Without it, the variable is a measure.',
    scope: 'global|seat|zone',
    type: 'type; A number, flag, seat, zone, action or value of an enumeration; or a list of these, of tokens or of positions.',
    'min?': 'integer; Of a number, or of each number of a list.',
    'max?': 'integer; Of a number, or of each number of a list.',
    'most?': 'count; Of a list: how many items it can hold.',
    'forgetting?':
      '=first; Of a full list: the first item makes room for another. Otherwise that is an error.',
    'track?': 'true; Stops at its bounds. Otherwise leaving them is an error.',
    start: 'Constant',
    'during?':
      'name; Local to every action (`action`), or to every action with this tag. The old value returns after it.',
    'bookkeeping?': 'true; Not part of the board: `changed` ignores it.',
    'beside?': 'true; Not part of the `position`.',
    'only?':
      '[name zone]; The zones that have it. By default all spaces. Elsewhere it keeps its start value.',
    'hidden?': 'owner|all; Hidden from all but its seat, or from everybody.',
  }),

  TableDef: record('A table of data in rows.', {
    id: 'name',
    columns: '[AttributeDef]',
    rows: '[{Constant}]',
  }),

  OptionDef: record('A game option, set before the game.', {
    id: 'name',
    about: 'string',
    type: 'type; A flag, a number, a value of an enumeration, or a list.',
    'min?': 'integer; Of a number, or of each number of a list.',
    'max?': 'integer',
    default: 'Constant; Tokens by their types.',
  }),

  ScenarioDef: record('A way to set up the game.', {
    id: 'name',
    title: 'string',
    'about?': 'string',
    options: '{Constant}',
    setup: 'Block',
  }),

  ParameterDef: record('A parameter of a function or procedure.', {
    name: 'bind of type',
    type: 'type',
    'otherwise?': 'of type; The default argument. The calls of a GameDef pass all arguments.',
  }),

  FunctionDef: record('A pure function: a value, test or set. It asks nothing and changes nothing.', {
    id: 'name',
    params: '[ParameterDef] for body says',
    returns: 'type',
    body: 'of returns',
    'says?': 'Saying; Of a test. Of a value or set: a noun phrase.',
    'rule?': 'name',
    'src?': 'place',
    'clauses?': '[place]; The source location of each part of a conjunction.',
  }),

  ProcedureDef: record(
    'Rules that can be called. An action can also be chosen and performed; a window offers actions.',
    {
      id: 'name',
      kind: 'procedure|action|window',
      'title?': 'Title',
      'verb?': 'string; Of an action: its title in the third person. By default made from the title.',
      'rule?': 'name',
      by: '[name seat]; The seats that may choose it. Empty: all.',
      'class?': 'name',
      tags: '[name]',
      params: '[ParameterDef]',
      requires: '[Requirement]; The conditions for the action to be legal.',
      'offers?': 'Offers for body',
      'gives?': 'type; Of its result. Without `give` the result is the empty list, none, 0 or false.',
      body: 'Block',
      'src?': 'place',
    },
  ),

  Title: either('A title for people. Entering a procedure shows its title.', 'string', 'Text'),

  Requirement: record('A condition, and its source location.', {
    when: 'flag',
    'says?': 'Saying',
    'src?': 'place',
  }),

  Offers: record('The actions that a window offers, and the name of the one that its body performs.', {
    bind: 'bind action',
    from: 'list action',
    'prompt?': 'Text',
  }),

  FeatureDef: record('A feature of a position for a seat, with its weights in the evaluation.', {
    id: 'name function; Of a seat, its one parameter. A flag counts as 0 or 1.',
    about: 'string',
    weights: '{integer}; By seat, in thousandths of a unit of worth. A seat without one has 0.',
  }),

  PolicyDef: record(
    'A policy: how seats decide, as rules. Policies with one name form a set, and entries are looked up in the whole set.',
    {
      id: 'name; Of the set.',
      'title?': 'string',
      seats: '[name seat]; The seats that it decides for.',
      'option?': 'name option; A list of seats. A host that seats this policy adds its seat to the list.',
      'otherwise?':
        'name; The fallback if no entry answers: `greedy` (by default), `random`, or another set.',
      entries: '[EntryDef]',
      'rule?': 'name',
      'src?': 'place',
    },
  ),

  EntryDef: record('The answer to some questions: its lines run in order.', {
    at: '[QuestionName]',
    names: '[KnownName] for when lines',
    'when?': 'flag; Without `it`. If it does not hold, the next entry is tried.',
    lines: '[LineDef]',
    'title?': 'string; Of its section in the rulebook, or of its policy.',
    'rule?': 'name',
    'src?': 'place',
  }),

  /** Without `name` and `option`: the only menu of the procedure; of a window, its offers. */
  QuestionName: record('Questions of a procedure.', {
    procedure: 'name procedure',
    'name?': 'name; The name of the answer in the rules.',
    'option?': 'name; An option of the menu.',
  }),

  KnownName: record(
    'A name that the lines use: a name in scope where the rules ask, or `it`, an option; `chosen`, the answer so far; `me`, the deciding seat.',
    { name: 'bind of type', type: 'type' },
  ),

  LineDef: record('A policy line. It narrows the options, or decides.', {
    do: 'prefer|avoid|only|first|otherwise|stop|take|finally',
    'test?': 'flag; Of `it`.',
    'option?': 'name; Of a menu: the option, instead of a test.',
    'action?': 'name action; At a window: the offer to take.',
    'amount?': 'number; Of `take`: the number, or the number of options.',
    'extreme?': 'most|least; Of `take`: instead of an amount.',
    'ranks?': '[RankDef]',
    'when?': 'flag; Without `it`.',
    'says?': 'Saying; The reason that the line gives. Without it, its parts are worded.',
    'rule?': 'name',
    'src?': 'place',
  }),

  RankDef: record('Keeps the remaining options with the best value.', {
    by: 'most|least',
    value: 'number; Of `it`.',
  }),

  SourceDef: record('A source location in the rulebook.', {
    file: 'name',
    line: 'count',
    column: 'count',
    text: "string; The source text. Empty if it isn't readable text.",
    'rule?': 'name',
  }),
} as const
