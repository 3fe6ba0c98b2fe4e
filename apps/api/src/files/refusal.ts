import type { ErrorCode } from '@baraza/contract/core/error';

/** Thrown for a refused file, with the text for its sender. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, text: string) {
    super(text);
    this.code = code;
  }
}
