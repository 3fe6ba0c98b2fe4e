/** Reason not to start that the operator can act on. `main` prints it without a stack and exits with 1. */
export class StartupError extends Error {
  override readonly name: string = 'StartupError';
}
