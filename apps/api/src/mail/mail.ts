import type { Words } from './words.ts';

/** A mail of plain text. It is sent in the language that its citizen has by then. */
export interface Mail {
  readonly to: string;
  readonly subject: Words;
  /** One text, or paragraphs. */
  readonly text: string | readonly Words[];
  /** Not sent any more after this: an old code helps nobody. Such mails go before all others. */
  readonly expiresAt?: Date;
  /** To somebody who was erased: where there is no mail server no copy is written to the mail folder. */
  readonly leaveNoCopy?: boolean;
  /** The citizen it is for, where `to` is not the address of their account. */
  readonly citizenId?: string;
  /** The complaint it is about, when it goes to the citizen who filed that. */
  readonly complaintId?: string;
  /** The notifications to a member of staff that it tells of: not sent any more once they are recused from one. */
  readonly notificationIds?: readonly string[];
}

/** A mail to nobody takes its time like any other, and is never sent: so time does not tell who has an account. */
export const nobody = '';

/** What is sealed of a mail. Every try sends the same id. */
export interface SealedMail extends Omit<Mail, 'expiresAt' | 'citizenId' | 'complaintId' | 'notificationIds'> {
  readonly messageId: string;
  readonly expiresAt?: string | undefined;
}
