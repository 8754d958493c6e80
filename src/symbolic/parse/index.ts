/** Parsing of equations into expressions. */
export { isExpr, quantityExpr, valueToExpr } from './host-values.ts'
export { parseExpression, parseStatements, parseTemplate, parseTemplateExpression } from './parse.ts'
export { SyntaxProblem } from './syntax-problem.ts'
export { KEYWORDS } from './tokenize.ts'
