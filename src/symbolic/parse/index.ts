/** Parsing of equations into expressions. */
export { ExpressionParser } from './expression-parser.ts'
export { isExpr, quantityExpr, valueToExpr } from './host-values.ts'
export { parseExpression, parseStatements, parseTemplate, parseTemplateExpression } from './parse.ts'
export { SyntaxProblem } from './syntax-problem.ts'
export { TokenReader } from './token-reader.ts'
export { KEYWORDS, tokenize } from './tokenize.ts'
