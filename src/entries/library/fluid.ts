/** `vario/library/fluid`: see docs/library.md. */
export * from '../../library/fluid/index.ts'
