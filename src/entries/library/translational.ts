/** `vario/library/translational`: see docs/library.md. */
export * from '../../library/translational/index.ts'
