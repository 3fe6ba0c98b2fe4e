/** Returns the innermost cause of an error; where several addresses were tried, that of the first. */
export function rootCause(error: unknown): Error & { readonly code?: unknown } {
  if (!(error instanceof Error)) return new Error(String(error));
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error.cause;
  return inner instanceof Error ? rootCause(inner) : error;
}
