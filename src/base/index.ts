export { describe, type ErrorFields, InputError, VarioError } from './errors.ts'
