export type RefusalReason =
  | 'too-many'
  | 'unreadable-name'
  | 'empty'
  | 'too-large'
  | 'infected'
  | 'type'
  | 'unreadable-image'
  | 'broken-image';

export class RefusedFile extends Error {
  override readonly name = 'RefusedFile';
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason) {
    super(reason);
    this.reason = reason;
  }
}
