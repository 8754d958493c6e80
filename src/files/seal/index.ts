/** Checksums of whole files, for formats whose libraries must not see what is damaged. */
export { checkSeal, createSeal, hasSeal, SEAL_LENGTH } from './seal.ts'
