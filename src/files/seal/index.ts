/** Checksums of whole files, for formats whose libraries must not read damaged data. */
export { checkSeal, createSeal, hasSeal, SEAL_LENGTH } from './seal.ts'
