/** `vario/library/machines`: see docs/library.md. */
export * from '../../library/machines/index.ts'
