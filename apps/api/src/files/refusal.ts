import type { ErrorCode } from '@baraza/contract/core/error';

/** A file that is not taken, with the reason as the person reads it. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, text: string) {
    super(text);
    this.code = code;
  }
}
