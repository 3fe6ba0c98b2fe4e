/** A failure to start that the operator can act on; its message is one plain line. */
export class LocalPostgresError extends Error {
  override readonly name: string = 'LocalPostgresError';
}
