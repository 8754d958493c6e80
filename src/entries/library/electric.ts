/** `vario/library/electric`: see docs/library.md. */
export * from '../../library/electric/index.ts'
