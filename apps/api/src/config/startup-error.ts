/**
 * A reason not to start (or not to go on) that the person who runs the server can act on. Its message is one plain line, or
 * one for each setting that is wrong; `main` prints it without a stack and exits with 1.
 */
export class StartupError extends Error {
  override readonly name: string = 'StartupError';
}
