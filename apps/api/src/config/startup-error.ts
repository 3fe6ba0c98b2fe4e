/**
 * A reason not to start that the operator can act on.
 * Its message is one line, or one for each wrong setting; `main` prints it without a stack and exits with 1.
 */
export class StartupError extends Error {
  override readonly name: string = 'StartupError';
}
