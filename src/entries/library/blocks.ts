/** `vario/library/blocks`: see docs/library.md. */
export * from '../../library/blocks/index.ts'
