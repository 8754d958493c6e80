/** `vario/library/rotational`: see docs/library.md. */
export * from '../../library/rotational/index.ts'
