/** What went wrong in one sentence, for people. */
export function explainError(error: unknown): string {
  if (error instanceof Error && error.message !== '') return error.message
  return String(error)
}
