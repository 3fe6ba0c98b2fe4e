export type RefusalReason =
  | 'too-many'
  | 'unreadable-name'
  | 'empty'
  | 'too-large'
  | 'infected'
  | 'type'
  | 'unreadable-image'
  | 'broken-image'
  | 'office'
  | PdfRefusal;

/** Why a PDF is refused; the key of its text as well. */
export const pdfRefusals = ['pdf-broken', 'pdf-encrypted', 'pdf-files', 'pdf-form', 'pdf-packed', 'pdf-pages'] as const;
type PdfRefusal = (typeof pdfRefusals)[number];

export class RefusedFile extends Error {
  override readonly name = 'RefusedFile';
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason) {
    super(reason);
    this.reason = reason;
  }
}
