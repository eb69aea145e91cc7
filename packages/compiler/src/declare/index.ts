/**
 * Declarations: the `yaml` blocks and .yaml files of a game folder, in any order and any number of places. This
 * comment is the reference of their format. All keys are optional except `game` and `seats`.
 *
 * A name has letters, digits and hyphens and starts with a letter (the name of a card may start with a digit).
 * Numbers are 32-bit integers; a range is written `0..4`, both ends included. YAML is 1.2: `yes`, `no` and
 * `on` are words, flags are `true` and `false`.
 *
 *     game: {id: tiny, title: A tiny game, summary: One line about it}   # default title: from the id
 *     # start: [7.2, A turn]: the sections, by number or title, at which the rulebook opens
 *
 *     seats:                          # in the order of play; or a list of ids; or id: Name
 *       north: {name: The North, side: defender}   # every key but `name` is a property of the seat
 *
 *     values: {terrain: [hills, plain, forest], side: [defender, attacker]}  # enumerations; order matters
 *       # or with names for people: {terrain: {hills: the hills, plain: a plain, forest: a forest}}. A noun has its
 *       # article: "Old Mill is a plain". Without a name, people read the id with spaces.
 *     class-names: {limitedOperation: limited}   # aliases of action classes, for programs that make moves
 *
 *     attributes: {terrain: terrain, population: number, coastal: flag, ends: list zone}
 *       # or with a name: {population: {type: number, name: Population}}
 *       # types of attributes: number, flag, text, seat, zone, an enumeration, or list of one of these.
 *       # The types of all other attributes are inferred: see "types" below.
 *
 *     spaces:                         # the map; spaces hold pieces
 *       mill: {name: Old Mill, terrain: hills, population: 2, adjacent: [ford]}
 *       # every key but `name` and `adjacent` is an attribute. Both neighbours list the other in `adjacent`.
 *       # An attribute that a space doesn't have is 0, false, none or an empty list there.
 *
 *     board:                          # generates spaces; a list of such maps makes several boards
 *       grid: {columns: 3, rows: 3, adjacency: orthogonal, prefix: ''}    # or diagonal, all
 *       # adjacency also determines the directions: the enumeration `direction`, clockwise from north (row 1)
 *       # a1, b1, c1, a2 …: the column's letter (a…z, aa…) and the row's number. Attributes column, row: from 1.
 *       hex: {radius: 2}              # shape: hexagon. Or {columns: 5, rows: 4, shape: rectangle or rhombus}
 *       # six neighbours and directions; attributes q, r (axial), column, row (letter and number, from 1).
 *       # hexagon: the letter counts q and the number counts r, both from the smallest, so that the centre of
 *       # radius 2 (q 0, r 0) is c3. rhombus: each column is half a space lower than the one before; q and r
 *       # are column and row from 0. rectangle: every second column is half a space lower; q is the column
 *       # from 0, r the row from 0 less half the column.
 *       lines: 4                      # inside `grid` or `hex`: the table `lines` {cells, direction} and the
 *       # attribute `lines` of spaces: every 4 spaces in a line; `whole`: from edge to edge
 *       default: {terrain: plain}     # attributes of all generated spaces; here or inside `grid` or `hex`
 *       overrides: {a1: {name: Corner, terrain: hills, adjacent: [mill]}}   # neighbours are added
 *
 *     zones:                          # zones that aren't spaces of the map
 *       deck: {holds: cards, visible: none}            # default: holds pieces, visible to all; or owner, others
 *       hand: {holds: cards, per: seat, visible: owner}   # hand:north, hand:south: the family `hand`
 *       treasury: {owner: north, visible: owner}
 *
 *     properties:                     # of pieces and cards, changing during play: a flag or one of several values;
 *       # {fixed: TYPE} declares the type of one that never changes
 *       readiness: {values: [ready, spent], start: ready}   # default start: the first value, or false
 *       hidden: {flag: true, start: true, name: Hidden}
 *       cost: {name: Cost}            # only names a fixed property
 *
 *     pieces:
 *       north-guards: {name: Northern Guard, faction: north, type: guard, count: 12, supply: box, changing: [readiness]}
 *       # name: of one. many: of several; by default the English plural of the name
 *       # supply: where they start and return to when removed. A zone, or a family: then the zone of the seat in
 *       # the piece's only property of type seat. Every other key is a fixed property.
 *
 *     cards:
 *       storm: {name: Storm, supply: deck, count: 2, cost: 3, order: [south, north]}   # default count: 1
 *       ranked: {each: {rank: 1..10, suit: [sun, moon]}, id: '{suit}-{rank}', name: '{rank} of {suit}', supply: deck}
 *       prizes: {supply: deck, of: {cup: {cost: 1}, crown: {cost: 2}}}   # cards inherit the other keys
 *       # each: a card for every combination, with the properties of `each` and the other keys. Cards may have
 *       # `changing` properties, like pieces
 *
 *     groups: {guards: [north-guards, south-guards], elite: ready guards}   # phrases of the rules notation
 *       # or with a name: {guards: {of: [north-guards, south-guards], name: Guard, many: Guards}}
 *
 *     variables:                      # see "forms" below
 *       round: 1..12
 *       season: {values: [spring, autumn], start: spring}
 *     seat-variables:                 # one for each seat
 *       gold: {range: 0..50, start: {north: 5, south: 10}, hidden: owner}   # hidden: owner or all
 *     space-variables:                # one for each space: markers
 *       unrest: {range: 0..3, only: {population: {min: 1}}, counted: Unrest marker}
 *       # only: conditions on attributes, which must all hold (a value, a list of values, {min, max}),
 *       # or a list of spaces
 *
 *     tables:
 *       lines: {columns: {cells: list zone}, rows: [[a1, b1, c1], [a2, b2, c2]]}
 *       # a row is a map by column, a list in the order of the columns, or the value of the only column.
 *       # columns: {name: type}, or [names] with types inferred; without it the rows are maps
 *
 *     options:                        # chosen before the game
 *       long-game: {about: Play all rounds, flag: true, default: false}   # or range, or values
 *       deck-order: {about: The deck from the top, list: card}   # a list of card, piece, space, seat, number,
 *       # a range, or an enumeration; by default empty. Tokens are named by their types
 *
 *     scenarios:                      # one with `default: true` comes first; without this key there is one, `default`
 *       short:
 *         title: A short game
 *         about: One line about it
 *         options: {long-game: false}
 *         variables: {round: 6}
 *         seat-variables: {gold: {north: 3}}       # or one value for all seats
 *         spaces: {mill: {unrest: 2, pieces: {north-guards: 3, spent south-guards: 1}}}
 *         zones: {treasury: {north-guards: 2}}     # in a family: the zone of the pieces' own seat
 *
 *     worth: standing                 # a function of the rules: how good the position is for a seat
 *     promise: prospects              # another one: what it promises a seat beyond that
 *     features: {recruits: Guards still in the box}   # functions of a seat that agents weigh, with descriptions
 *     weights: {recruits: 250}        # the value of one unit of the feature, in thousandths of a unit of worth;
 *       # or by seat: {recruits: {north: 250, south: -30}}. `ludoforge learn` writes them
 *
 *     terms:                          # the glossary of the rulebook; never part of the GameDef
 *       Fog: hides the guards of both seats          # a word and its meaning
 *       Ambush: {means: an attack from the fog, also: [trap], rule: 3.2}   # other words; its section
 *       Victory: {also: [win], rule: 7}   # without `means`: search words of that section
 *
 * Forms of variables, changing properties and options. In short: `0..4`, `number`, `5` (a number that starts
 * as 5), `flag`, `seat`, `zone`, `action`, the name of an enumeration, or a list of values. With other keys
 * (start, …): `{range: 0..4}`, `{start: 5}`, `{flag: true}`, `{seat: true}`, `{zone: true}`, `{action: true}`,
 * `{of: terrain}`, `{values: [low, high]}`, `{values: {low: Low, high: High}}`. `values` declares an enumeration with the name of the variable. The
 * default start is the number nearest to 0, false, the first value, or none. A variable may be a
 * `{track: 0..4}`: a range at whose ends it stops. Leaving any other range is an error in the rules. A variable may
 * have a `name`, or, if it counts things, `counted` with the name of one (and `many`).
 *
 * Undeclared types are inferred from the values: number, flag, seat (all are seats), zone (all are zones; for
 * pieces and cards: all are spaces), text (some aren't valid names), else the enumeration of the same name, which
 * is declared in `values` or has the values in order of appearance. The same holds for the items of lists.
 *
 * Top-level keys of a dialect hold rules, which the dialect reads.
 */
export { checkSections } from './book-checks.js'
export { declare } from './declare.js'
export { COMPASS } from './grid.js'
export { type Declarations, EVALUATION_KEYS, type EvaluationKey, type RuleNode } from './declarations.js'
export { SECTIONS as DECLARATION_KEYS } from './sections.js'
export { unusedWarnings } from './name-warnings.js'
export { parseTypeName } from './types.js'
