/** Describes an error in one sentence for users. */
export function explainError(error: unknown): string {
  if (error instanceof Error && error.message !== '') return error.message
  return String(error)
}
