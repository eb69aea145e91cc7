/** The GameDef: the plain data between the compiler and the machine. Its types follow from the tables. */
import type { Of } from './notation.js'

export * from './types.js'

export type Expr = number | boolean | Of<'Node'>
export type Reference = Of<'Reference'>
export type Operator = Of<'Operator'>
export type CompareOp = Extract<Operator['op'], '==' | '!=' | '<' | '<=' | '>' | '>='>
export type Literal = Of<'Literal'>
export type Query = Of<'Query'>
export type Aggregate = Of<'Aggregate'>
export type Filter = Of<'Filter'>
export type Predicate = Of<'Predicate'>
export type Text = Of<'Text'>
/** An action, and how it is carried out. */
export type Performance = Without<Extract<Operator, { op: 'legal' }>, 'op'>
type Without<T, K extends string> = T extends unknown ? Omit<T, K> : never

export type Effect = Of<'Effect'>
export type Block = Of<'Block'>
export type Timing = Of<'Timing'>
export type Offering = Of<'Offering'>
export type ForEach = Of<'ForEach'>
export type ChooseOne = Of<'ChooseOne'>
export type ChooseN = Of<'ChooseN'>
export type Alternatives = Of<'Alternatives'>
export type AtOnceQuestion = Of<'AtOnceQuestion'>
export type ChooseAtOnce = Of<'ChooseAtOnce'>
export type VarTarget = Without<Of<'SetVar'>, 'value'>
export type Call = Extract<Effect, { call: unknown }>['call']
export type Perform = Extract<Effect, { perform: unknown }>['perform']
export type Result = Of<'Result'>
export type EndGame = Of<'EndGame'>

export type GameDef = Of<'GameDef'>
export const GAME_FORMAT: GameDef['format'] = 'ludoforge-game/1'
export type Constant = Of<'Constant'>
export type SeatDef = Of<'SeatDef'>
export type EnumDef = Of<'EnumDef'>
export type AttributeDef = Of<'AttributeDef'>
export type ZoneDef = Of<'ZoneDef'>
export type BoardPlace = Of<'BoardPlace'>
export type PropertyDef = Of<'PropertyDef'>
export type TokenTypeDef = Of<'TokenTypeDef'>
export type GroupDef = Of<'GroupDef'>
export type VariableDef = Of<'VariableDef'>
export type TableDef = Of<'TableDef'>
export type OptionDef = Of<'OptionDef'>
export type ScenarioDef = Of<'ScenarioDef'>
export type ParameterDef = Of<'ParameterDef'>
export type FunctionDef = Of<'FunctionDef'>
export type ProcedureDef = Of<'ProcedureDef'>
export type FeatureDef = Of<'FeatureDef'>
export type PolicyDef = Of<'PolicyDef'>
export type EntryDef = Of<'EntryDef'>
export type LineDef = Of<'LineDef'>
export type RankDef = Of<'RankDef'>
export type QuestionName = Of<'QuestionName'>
export type KnownName = Of<'KnownName'>
export type SourceDef = Of<'SourceDef'>
