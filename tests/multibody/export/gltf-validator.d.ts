/** The part of the package that the tests use; it has no types. */
declare module 'gltf-validator' {
  interface Report {
    readonly issues: {
      readonly numErrors: number
      readonly numWarnings: number
      /** Severity 0: error, 1: warning, 2: information, 3: hint. */
      readonly messages: readonly {
        readonly code: string
        readonly severity: number
        readonly pointer?: string
      }[]
    }
  }
  const validator: {
    validateBytes(bytes: Uint8Array): Promise<Report>
    validateString(text: string): Promise<Report>
  }
  export default validator
}
