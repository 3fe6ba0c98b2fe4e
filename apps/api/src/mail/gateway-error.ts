/** A gateway refused a message, or is away. What it says is not kept, since it may repeat number and words. */
export class GatewayError extends Error {
  readonly code: 'ESMS' | 'EWHATSAPP';
  readonly responseCode: number | undefined;
  constructor(code: GatewayError['code'], responseCode?: number) {
    super('The gateway did not take a message.');
    this.code = code;
    this.responseCode = responseCode;
  }
}
