/**
 * `@ludoforge/compiler/editing`: the compiler for editors, without Node. In addition to `@ludoforge/compiler/files` it has
 * the blocks and their tokens, the vocabulary, incremental compilation, and examples one by one.
 */
export { compileInSteps } from '../compile.js'
export { CompileCache } from '../compile-cache.js'
export { EVALUATION_KEYS } from '../declare/index.js'
export type { Parameter, SymbolTable } from '../elaborate/index.js'
export { describe, typeOfWord } from '../elaborate/types.js'
export { formsOf } from '../elaborate/expressions/phrases.js'
export { membersOf } from '../elaborate/expressions/of.js'
export * from '../files.js'
export type { Block } from '../folder/index.js'
export { isReserved } from '../parser/index.js'
export { readLines, type Token } from '../parser/lexer.js'
export { buildTree, type Line } from '../parser/lines.js'
export { splitLines } from '../source/index.js'
export { blockParts, type BlockPart, type TokenLine } from './block-tokens.js'
export { type CaseResult, ExampleBench, type WrittenCase } from './example-bench.js'
export type { ExampleTrace, TracedStep } from '../examples/trace.js'
export { mutationSteps } from '../examples/mutate.js'
export { exampleResults, stepDiagnostics } from './example-results.js'
export { VOCABULARY } from './vocabulary.js'
