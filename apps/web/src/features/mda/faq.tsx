import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from '@baraza/app/router/router';
import { paths } from '../../lib/router/paths.ts';

/** The five questions people ask, in the order of the life of a complaint. */
export function questions(supportEmail: string): { question: string; answer: ReactNode }[] {
  return [
    {
      question: t`How do I report a complaint?`,
      answer: (
        <Trans>
          Choose <Link to={paths.newComplaint}>New Complaint</Link>, name the MDA and the category, tell what happened,
          where and when, and add photos, videos or a recording if you have any. What you write is kept on this device
          until you send it.
        </Trans>
      ),
    },
    {
      question: t`What happens after I submit a complaint?`,
      answer: (
        <Trans>
          You get a tracking ID at once, and the MDA reads your complaint. It is Pending until an officer starts work on
          it, then Processing, and Resolved when the MDA has answered. You are notified here and by mail of each step.
          When it is Resolved you can take a survey, or re-open it and say what is still wrong.
        </Trans>
      ),
    },
    {
      question: t`How long does it take to resolve a complaint?`,
      answer: (
        <Trans>
          That depends on the MDA and on what has happened. Where the MDA has set itself a time, the details of your
          complaint show the day by which it is due. The time in which the MDA waits for your answer does not count.
        </Trans>
      ),
    },
    {
      question: t`Can I submit more than one complaint?`,
      answer: (
        <Trans>
          Yes, as many as you need. Send one complaint for each matter, so that each can be followed and answered by
          itself.
        </Trans>
      ),
    },
    {
      question: t`How do I contact customer support?`,
      answer: supportEmail ? (
        <Trans>
          Write to{' '}
          <a href={`mailto:${supportEmail}`}>
            <bdi>{supportEmail}</bdi>
          </a>
          , or find the contacts of each MDA below. Have your tracking ID at hand.
        </Trans>
      ) : (
        t`Find the contacts of each MDA below. Have your tracking ID at hand.`
      ),
    },
  ];
}
