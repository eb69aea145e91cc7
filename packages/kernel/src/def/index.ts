/** The GameDef: the plain data between the compiler and the machine. Its types are derived from the tables. */
import type { TypeOf } from './schema-dsl.js'

export * from './types.js'

/** An expression: a number, a flag, or a node with a value. */
export type Expr = number | boolean | TypeOf<'Node'>
/** A value read from the board, from the data or from a name. */
export type Reference = TypeOf<'Reference'>
/** A value computed from others. */
export type Operator = TypeOf<'Operator'>
/** The comparison operators. */
export type CompareOp = Extract<Operator['op'], '==' | '!=' | '<' | '<=' | '>' | '>='>
/** A value in the position after a procedure, which is not really run. */
export type Supposing = Extract<TypeOf<'Called'>, { supposing: unknown }>
/** A constant by name. */
export type Literal = TypeOf<'Literal'>
/** An expression for a list. The GameDef or the operand determines its order. */
export type Query = TypeOf<'Query'>
/** One value from a list. */
export type Aggregate = TypeOf<'Aggregate'>
/** All predicates must hold. An empty filter matches every token. */
export type Filter = TypeOf<'Filter'>
/** A condition on the kind of a token. */
export type Predicate = TypeOf<'Predicate'>
/** Text with values in it. */
export type Text = TypeOf<'Text'>
/** A sentence for people. Never part of the meaning. */
export type Saying = TypeOf<'Saying'>
/** An action, and the context to perform it in. */
export type Performance = Without<Extract<Operator, { op: 'legal' }>, 'op'>
type Without<T, K extends string> = T extends unknown ? Omit<T, K> : never

/** A statement of a rule. */
export type Effect = TypeOf<'Effect'>
/** Effects in order. A name that an effect binds is in scope in the effects after it and inside them. */
export type Block = TypeOf<'Block'>
/** The time of an offered action, relative to the action around it. */
export type Timing = TypeOf<'Timing'>
/** Actions that a window offers in addition to the options of a question. */
export type Offering = TypeOf<'Offering'>
/** Effects for each item of a list. */
export type ForEach = TypeOf<'ForEach'>
/** A seat chooses one option. */
export type ChooseOne = TypeOf<'ChooseOne'>
/** A seat chooses several options. The name is bound to the list of them, in the order of choosing. */
export type ChooseN = TypeOf<'ChooseN'>
/** A choice between named alternatives. */
export type Alternatives = TypeOf<'Alternatives'>
/** The question of a simultaneous choice, without a player. */
export type AtOnceQuestion = TypeOf<'AtOnceQuestion'>
/** All seats of a list choose at the same time. Then the effects run for each seat. */
export type ChooseAtOnce = TypeOf<'ChooseAtOnce'>
/** The variable that an effect changes, with its owner. */
export type VarTarget = Without<TypeOf<'SetVar'>, 'value'>
/** A call of a procedure. */
export type Call = Extract<Effect, { call: unknown }>['call']
/** The performance of an action, with a name for its result. */
export type Perform = Extract<Effect, { perform: unknown }>['perform']
/** A name for the result. Without a result: the empty list, none, 0 or false. */
export type Result = TypeOf<'Result'>
/** The end of the game. */
export type EndGame = TypeOf<'EndGame'>

/** The compiled rules of a game as plain JSON, with symbolic names. */
export type GameDef = TypeOf<'GameDef'>
/** The format of GameDefs that this kernel reads. */
export const GAME_FORMAT: GameDef['format'] = 'ludoforge-game/1'
/** A constant: a number, a flag, or the name of a seat, zone or enumeration value. */
export type Constant = TypeOf<'Constant'>
/** A role in the game that a player decides for. */
export type SeatDef = TypeOf<'SeatDef'>
/** Seats that win together. */
export type TeamDef = TypeOf<'TeamDef'>
/** An ordered enumeration. */
export type EnumDef = TypeOf<'EnumDef'>
/** An attribute of zones or seats, or a column of a table. */
export type AttributeDef = TypeOf<'AttributeDef'>
/** A place for tokens. A space is a zone on the map. */
export type ZoneDef = TypeOf<'ZoneDef'>
/** The position of a zone on a regular board. */
export type BoardPlace = TypeOf<'BoardPlace'>
/** A property of tokens. */
export type PropertyDef = TypeOf<'PropertyDef'>
/** A type of pieces or cards, with its number of tokens. */
export type TokenTypeDef = TypeOf<'TokenTypeDef'>
/** A named set of token kinds. */
export type GroupDef = TypeOf<'GroupDef'>
/** A variable of the game: global, one per seat, or one per zone. */
export type VariableDef = TypeOf<'VariableDef'>
/** A table of data in rows. */
export type TableDef = TypeOf<'TableDef'>
/** A game option, set before the game. */
export type OptionDef = TypeOf<'OptionDef'>
/** A way to set up the game. */
export type ScenarioDef = TypeOf<'ScenarioDef'>
/** A parameter of a function or procedure. */
export type ParameterDef = TypeOf<'ParameterDef'>
/** A pure function: a value, test or set. It asks nothing and changes nothing. */
export type FunctionDef = TypeOf<'FunctionDef'>
/** Rules that can be called. An action can also be chosen and performed; a window offers actions. */
export type ProcedureDef = TypeOf<'ProcedureDef'>
/** A feature of a position for a seat, with its weights in the evaluation. */
export type FeatureDef = TypeOf<'FeatureDef'>
/** A policy: how seats decide, as rules. Policies with one name form a set, and entries are looked up in the whole set. */
export type PolicyDef = TypeOf<'PolicyDef'>
/** The answer to some questions: its lines run in order. */
export type EntryDef = TypeOf<'EntryDef'>
/** A policy line. It narrows the options, or decides. */
export type LineDef = TypeOf<'LineDef'>
/** Keeps the remaining options with the best value. */
export type RankDef = TypeOf<'RankDef'>
/** Questions of a procedure. */
export type QuestionName = TypeOf<'QuestionName'>
/**
 * A name that the lines use: a name in scope where the rules ask, or `it`, an option; `chosen`, the answer so far;
 * `me`, the deciding seat.
 */
export type KnownName = TypeOf<'KnownName'>
/** A source location in the rulebook. */
export type SourceDef = TypeOf<'SourceDef'>
