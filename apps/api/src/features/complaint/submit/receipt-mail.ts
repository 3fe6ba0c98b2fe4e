import type { Mail } from '../../../mail/enqueue-mail.ts';
import { phrase } from '../../../texts/words.ts';

interface Filed {
  readonly title: string;
  readonly trackingId: string;
  /** Address of the complaint in the portal. */
  readonly link: string;
  /** Null while the office is being found. */
  readonly mdaName: string | null;
  /** Address of the page that checks receipts. */
  readonly verifyLink: string;
}

/** Mail that confirms a new complaint. */
export function receiptOf({
  mdaName,
  title,
  trackingId,
  link,
  verifyLink,
}: Filed): Pick<Mail, 'subject' | 'text' | 'receipt'> {
  return {
    subject: phrase(/*i18n*/ 'We have your complaint ({trackingId})', { trackingId }),
    text: [
      mdaName === null
        ? phrase(/*i18n*/ 'Your complaint "{complaint}" has arrived. We are finding the right office.', {
            complaint: title,
          })
        : phrase(/*i18n*/ 'Your complaint "{complaint}" has reached {mda}.', {
            complaint: title,
            mda: { name: mdaName },
          }),
      [
        phrase(/*i18n*/ 'Tracking ID: {trackingId}', { trackingId }),
        phrase(/*i18n*/ 'Keep it to find your complaint again.'),
      ],
      phrase(/*i18n*/ 'Follow it here: {link}', { link }),
    ],
    receipt: phrase(/*i18n*/ 'The attached receipt proves when we received it. Anybody can check it here: {link}', {
      link: verifyLink,
    }),
  };
}
