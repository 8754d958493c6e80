/** `vario/library/heat-transfer`: see docs/library.md. */
export * from '../../library/heat-transfer/index.ts'
