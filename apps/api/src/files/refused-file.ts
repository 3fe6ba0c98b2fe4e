export type RefusalReason = 'too-many' | 'unreadable-name' | 'too-large' | 'infected' | 'type' | 'broken-image';

export class RefusedFile extends Error {
  override readonly name = 'RefusedFile';
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason) {
    super(reason);
    this.reason = reason;
  }
}
