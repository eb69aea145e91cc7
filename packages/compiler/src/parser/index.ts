/** The rules notation: lexer, offside rule and recursive descent parser. `elaborate` resolves names and types. */
export type * from './ast.js'
export { wordAlone } from './ast.js'
export { parseExpressionText, parseTextIn, tiedName } from './declarations.js'
export { type Declared, readDeclarations, readDeclarationsLazily } from './lazy-declarations.js'
export { isEngineName, isReserved } from './reserved.js'
export { parseBlock } from './statements.js'
export { buildTree } from './lines.js'
export { readLines } from './tokens.js'
