/** The rules notation: lexer, offside rule and recursive descent parser. `elaborate` resolves names and types. */
export type * from './ast.js'
export { singleWord } from './ast.js'
export { parseExpressionText, parseTemplate, tokenActionName } from './declarations.js'
export { type Declared, readDeclarations, readDeclarationsLazily } from './lazy-declarations.js'
export { isEngineName, isReserved } from './reserved-words.js'
export { parseBlock } from './statements.js'
export { buildTree } from './lines.js'
export { readLines, type TextWords, type TranslatedText } from './lexer.js'
