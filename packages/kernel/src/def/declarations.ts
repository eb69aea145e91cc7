/**
 * What surrounds the rules in a GameDef: seats, zones, tokens, variables, and the rules by name. The notation of
 * fields is that of `nodes.ts`; besides, `name` is the name of what is declared here.
 */
import { either, record } from './schema-dsl.js'

export const DECLARATIONS = {
  GameDef: record('Everything about a game that rules can see, as plain JSON. Names are symbolic.', {
    format: '=ludoforge-game/1',
    id: 'name',
    title: 'string',
    seats: '[SeatDef]',
    seatProps: '[AttributeDef]; Attributes of seats.',
    enums: '[EnumDef]',
    'classNames?':
      '{string}; Classes of actions by other names, for programs that make moves. No part of the rules: saves do not depend on it.',
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
    setup: 'Block; Comes before the set-up of the scenario.',
    play: 'name procedure; The procedure that is the game.',
    'worth?': 'name function; How good the position is for a seat, its one parameter.',
    'promise?': 'name function; What the position promises a seat beyond its worth, in the same measure.',
    'features?':
      '[FeatureDef]; What agents weigh beside that. No part of the rules: saves do not depend on it.',
    policies:
      '[PolicyDef]; How seats that are no people decide. No part of the rules: saves do not depend on it.',
    sources: '[SourceDef]; Where rules were written. Never part of the meaning.',
  }),

  Constant: either(
    'A constant as data: numbers and flags as they are, seats, zones and enumeration values by name.',
    'integer',
    'boolean',
    'string',
    'null',
    '[Constant]',
  ),

  SeatDef: record('A seat at the table.', { id: 'name', name: 'string', props: '{Constant}' }),

  /** `action-class`: the classes of actions. `direction`: clockwise, so that the opposite one is half of them further. */
  EnumDef: record('An ordered enumeration.', { id: 'name', values: '[name]' }),

  AttributeDef: record('An attribute of zones or seats, or a column of a table.', {
    id: 'name',
    type: 'type',
  }),

  ZoneDef: record('A place for tokens. A space is a zone on the map.', {
    id: 'name',
    name: 'string',
    space: 'boolean; Whether it is part of the map.',
    holds: 'pieces|cards',
    'family?': 'name; The name that zones of one kind share, one a seat: `hand` of `hand:north`.',
    'owner?': 'name seat',
    visible: 'all|owner|none; Who sees what lies in it. Everybody sees how much.',
    attributes: '{Constant}',
    adjacent: '[name zone]; Its neighbours.',
    'board?': 'BoardPlace',
  }),

  BoardPlace: record('Where a zone lies on a regular board.', {
    id: 'name; The board.',
    column: 'integer',
    row: 'integer',
    toward: '{name zone}; The next zone by direction. At the edge there is none.',
  }),

  PropertyDef: record('A property of tokens.', {
    id: 'name',
    type: 'type; Of a changing property: an enumeration or a flag.',
    changes: 'boolean',
    'start?': 'Constant; The value that a changing property begins with.',
  }),

  TokenTypeDef: record('A type of pieces or cards, and how many of them there are.', {
    id: 'name',
    name: 'string',
    family: 'pieces|cards',
    count: 'count',
    supply: 'name zone; The zone in which it starts and to which it is removed.',
    props: '{Constant}; Fixed properties. A token has no others than these and `changing`.',
    changing: '[name property]; Properties that change.',
  }),

  GroupDef: record('A named set of token kinds.', { id: 'name', filter: 'Filter' }),

  VariableDef: record('A value that the game keeps: global, one a seat, or one a zone.', {
    id: 'name',
    scope: 'global|seat|zone',
    type: 'type; A number, flag, seat, zone, action or value of an enumeration.',
    'min?': 'integer; Of a number.',
    'max?': 'integer; Of a number.',
    'track?': 'true; Stops at its bounds; else leaving them is an error.',
    start: 'Constant',
    'during?':
      'name; Fresh in every action (`action`), or in every one with this tag; after it the old value is back.',
    'bookkeeping?': 'true; No part of the board: `changed` ignores it.',
    'only?': '[name zone]; The zones that have it, else all spaces; elsewhere it keeps its start value.',
    'hidden?': 'owner|all; Seen by its seat only, or by nobody.',
  }),

  TableDef: record('Data in rows.', { id: 'name', columns: '[AttributeDef]', rows: '[{Constant}]' }),

  OptionDef: record('What players can set before the game.', {
    id: 'name',
    about: 'string',
    type: 'type; A flag, a number, a value of an enumeration, or a list.',
    'min?': 'integer; Of a number, or of each number of a list.',
    'max?': 'integer',
    default: 'Constant; Tokens by their types.',
  }),

  ScenarioDef: record('A way to begin.', {
    id: 'name',
    title: 'string',
    'about?': 'string',
    options: '{Constant}',
    setup: 'Block',
  }),

  ParameterDef: record('A parameter of a function or procedure.', {
    name: 'bind of type',
    type: 'type',
    'otherwise?': 'of type; What it is where a rule does not say. The calls of a GameDef say everything.',
  }),

  FunctionDef: record('A value, test or set. It asks nothing and changes nothing.', {
    id: 'name',
    params: '[ParameterDef] for body',
    returns: 'type',
    body: 'of returns',
    'rule?': 'name',
    'src?': 'place',
    'clauses?': '[place]; Where each part of a conjunction was written.',
  }),

  ProcedureDef: record(
    'Rules that can be called. An action can also be chosen and performed; a window offers actions.',
    {
      id: 'name',
      kind: 'procedure|action|window',
      'title?': 'Title',
      'rule?': 'name',
      by: '[name seat]; The seats that may choose it. Empty: all.',
      'class?': 'name',
      tags: '[name]',
      params: '[ParameterDef]',
      requires: '[Requirement]; What must hold for the action to be legal.',
      'offers?': 'Offers for body',
      'gives?': 'type; Of its result. One that ends without `give` gives the empty list, none, 0 or false.',
      body: 'Block',
      'src?': 'place',
    },
  ),

  Title: either('For people. Of a procedure it is told whenever the procedure is entered.', 'string', 'Text'),

  Requirement: record('What must hold, and where it was written.', { when: 'flag', 'src?': 'place' }),

  Offers: record('Of a window: the actions it offers, and the name of the one that its body carries out.', {
    bind: 'bind action',
    from: 'list action',
    'prompt?': 'Text',
  }),

  FeatureDef: record('Something about a position that can be counted for a seat, and what it promises.', {
    id: 'name function; Of a seat, its one parameter. A flag counts as 0 or 1.',
    about: 'string',
    weights: '{integer}; By seat, in thousandths of a unit of worth. Who is not named has 0.',
  }),

  PolicyDef: record(
    'How seats decide, as rules. Those of one name are one set; an entry is looked up in all of them.',
    {
      id: 'name; Of the set.',
      'title?': 'string',
      seats: '[name seat]; Those that it decides for.',
      'option?': 'name option; A list of seats: a host that seats this policy begins with the seat in it.',
      'otherwise?':
        'name; What answers where no entry does: `greedy` (by default), `random`, or another set.',
      entries: '[EntryDef]',
      'rule?': 'name',
      'src?': 'place',
    },
  ),

  EntryDef: record('How some questions are answered: its lines are carried out in order.', {
    at: '[QuestionName]',
    names: '[KnownName] for when lines',
    'when?': 'flag; Without `it`. Where it does not hold, the next entry is looked at.',
    lines: '[LineDef]',
    'title?': 'string; Of the section of the rulebook in which it stands, or of its policy.',
    'rule?': 'name',
    'src?': 'place',
  }),

  /** Without `name` and `option`: the only menu of the procedure; of a window, what it offers. */
  QuestionName: record('Questions of a procedure.', {
    procedure: 'name procedure',
    'name?': 'name; What the rules call the answer.',
    'option?': 'name; An option of the menu that is meant.',
  }),

  KnownName: record(
    'A name that the lines use: one that is known where the rules ask, or `it`, an option; `chosen`, what the answer has so far; `me`, the seat that decides.',
    { name: 'bind of type', type: 'type' },
  ),

  LineDef: record('Narrows the options, or decides.', {
    do: 'prefer|avoid|only|first|otherwise|stop|take|finally',
    'test?': 'flag; Of `it`.',
    'option?': 'name; Of a menu: instead of a test, the option that meets it.',
    'action?': 'name action; At a window: the offer that is taken.',
    'amount?': 'number; Of `take`: the number, or how many of a set.',
    'extreme?': 'most|least; Of `take`: instead of an amount.',
    'ranks?': '[RankDef]',
    'when?': 'flag; Without `it`.',
    'rule?': 'name',
    'src?': 'place',
  }),

  RankDef: record('Of the options that are left, the best by a value.', {
    by: 'most|least',
    value: 'number; Of `it`.',
  }),

  SourceDef: record('A place in the rulebook.', {
    file: 'name',
    line: 'count',
    column: 'count',
    text: 'string; The words that stand there. Empty: they are no text to read.',
    'rule?': 'name',
  }),
} as const
