/** Returns the innermost cause of an error; where several addresses were tried, that of the first. */
export function rootCause(error: unknown): Error & { readonly code?: unknown } {
  if (!(error instanceof Error)) return new Error(String(error));
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error.cause;
  return inner instanceof Error ? rootCause(inner) : error;
}

/** Names the cause of a failed connection, such as a certificate of an unknown authority. */
export function causeText(error: unknown): string {
  const { code, message } = rootCause(error);
  return [code, message.split('\n')[0]].filter(Boolean).join(': ');
}
