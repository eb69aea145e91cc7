/** The GameDef: the plain data between the compiler and the machine. Its types follow from the tables. */
import type { TypeOf } from './schema-dsl.js'

export * from './types.js'

/** What rules ask of the board: a number, a flag, or a node that gives a value. */
export type Expr = number | boolean | TypeOf<'Node'>
/** A value that is read from the board, from the data or from a name. */
export type Reference = TypeOf<'Reference'>
/** A value that is computed from others. */
export type Operator = TypeOf<'Operator'>
/** The operators that compare. */
export type CompareOp = Extract<Operator['op'], '==' | '!=' | '<' | '<=' | '>' | '>='>
/** A value that is named. */
export type Literal = TypeOf<'Literal'>
/** An expression that gives a list. Its order is fixed by the GameDef or by its operand. */
export type Query = TypeOf<'Query'>
/** One value from a list. */
export type Aggregate = TypeOf<'Aggregate'>
/** All predicates must hold. An empty filter admits every token. */
export type Filter = TypeOf<'Filter'>
/** A condition on the kind of a token. */
export type Predicate = TypeOf<'Predicate'>
/** Plain text with values in it. */
export type Text = TypeOf<'Text'>
/** An action, and how it is carried out. */
export type Performance = Without<Extract<Operator, { op: 'legal' }>, 'op'>
type Without<T, K extends string> = T extends unknown ? Omit<T, K> : never

/** What a rule does. */
export type Effect = TypeOf<'Effect'>
/** Effects in order. A name that one binds is known to those after it and inside them. */
export type Block = TypeOf<'Block'>
/** When an offered action is carried out, seen from the action around it. */
export type Timing = TypeOf<'Timing'>
/** Actions that a window offers beside the options of a question. */
export type Offering = TypeOf<'Offering'>
/** Effects for each item of a list. */
export type ForEach = TypeOf<'ForEach'>
/** A seat names one option. */
export type ChooseOne = TypeOf<'ChooseOne'>
/** A seat names several options. The name is bound to the list of them, in the order of naming. */
export type ChooseN = TypeOf<'ChooseN'>
/** A choice between named ways to go on. */
export type Alternatives = TypeOf<'Alternatives'>
/** What each of several seats is asked at once, without a player. */
export type AtOnceQuestion = TypeOf<'AtOnceQuestion'>
/** All seats of a list choose at the same time. Then follow the effects, for each of them. */
export type ChooseAtOnce = TypeOf<'ChooseAtOnce'>
/** A variable that is set or changed, and whose. */
export type VarTarget = Without<TypeOf<'SetVar'>, 'value'>
/** A procedure that is called, with its arguments. */
export type Call = Extract<Effect, { call: unknown }>['call']
/** An action that is carried out. */
export type Perform = Extract<Effect, { perform: unknown }>['perform']
/** A name for what was given. If nothing was: the empty list, none, 0 or false. */
export type Result = TypeOf<'Result'>
/** The game is over. */
export type EndGame = TypeOf<'EndGame'>

/** Everything about a game that rules can see, as plain JSON. Names are symbolic. */
export type GameDef = TypeOf<'GameDef'>
/** The format of GameDefs that this kernel reads. */
export const GAME_FORMAT: GameDef['format'] = 'ludoforge-game/1'
/** A constant as data: numbers and flags as they are, seats, zones and enumeration values by name. */
export type Constant = TypeOf<'Constant'>
/** A seat at the table. */
export type SeatDef = TypeOf<'SeatDef'>
/** An ordered enumeration. */
export type EnumDef = TypeOf<'EnumDef'>
/** An attribute of zones or seats, or a column of a table. */
export type AttributeDef = TypeOf<'AttributeDef'>
/** A place for tokens. A space is a zone on the map. */
export type ZoneDef = TypeOf<'ZoneDef'>
/** Where a zone lies on a regular board. */
export type BoardPlace = TypeOf<'BoardPlace'>
/** A property of tokens. */
export type PropertyDef = TypeOf<'PropertyDef'>
/** A type of pieces or cards, and how many of them there are. */
export type TokenTypeDef = TypeOf<'TokenTypeDef'>
/** A named set of token kinds. */
export type GroupDef = TypeOf<'GroupDef'>
/** A value that the game keeps: global, one a seat, or one a zone. */
export type VariableDef = TypeOf<'VariableDef'>
/** Data in rows. */
export type TableDef = TypeOf<'TableDef'>
/** What players can set before the game. */
export type OptionDef = TypeOf<'OptionDef'>
/** A way to begin. */
export type ScenarioDef = TypeOf<'ScenarioDef'>
/** A parameter of a function or procedure. */
export type ParameterDef = TypeOf<'ParameterDef'>
/** A value, test or set. It asks nothing and changes nothing. */
export type FunctionDef = TypeOf<'FunctionDef'>
/** Rules that can be called. An action can also be chosen and performed; a window offers actions. */
export type ProcedureDef = TypeOf<'ProcedureDef'>
/** Something about a position that can be counted for a seat, and what it promises. */
export type FeatureDef = TypeOf<'FeatureDef'>
/** How seats decide, as rules. Those of one name are one set; an entry is looked up in all of them. */
export type PolicyDef = TypeOf<'PolicyDef'>
/** How some questions are answered: its lines are carried out in order. */
export type EntryDef = TypeOf<'EntryDef'>
/** Narrows the options, or decides. */
export type LineDef = TypeOf<'LineDef'>
/** Of the options that are left, the best by a value. */
export type RankDef = TypeOf<'RankDef'>
/** Questions of a procedure. */
export type QuestionName = TypeOf<'QuestionName'>
/**
 * A name that the lines use: one that is known where the rules ask, or `it`, an option; `chosen`,
 * what the answer has so far; `me`, the seat that decides.
 */
export type KnownName = TypeOf<'KnownName'>
/** A place in the rulebook. */
export type SourceDef = TypeOf<'SourceDef'>
