import { type TimerKind, identityHours } from '@baraza/contract';
import type { Database } from '../../../db/database.ts';
import { enqueueMail } from '../../../mail/enqueue-mail.ts';
import type { Services } from '../../../services.ts';
import type { ReminderLevel } from '../../sla/sla-timer.ts';

/** A mail to staff without its tracking id in the subject and the link that follows the last line. */
interface StaffEmail {
  readonly subject: string;
  readonly lines: readonly string[];
}

/** Mails staff about a complaint: neither its words nor its citizen leave the desk. */
export async function mailStaff(
  tx: Database,
  services: Services,
  to: readonly string[],
  { id, trackingId }: { readonly id: string; readonly trackingId: string },
  emailOf: (trackingId: string) => StaffEmail,
): Promise<void> {
  const { subject, lines } = emailOf(trackingId);
  const text = `${lines.join('\n\n')} ${services.settings.publicUrl}/desk/complaint/open/${id}`;
  for (const address of to)
    await enqueueMail(tx, services, { to: address, subject: `${subject} (${trackingId})`, text });
}

/** To a colleague who is mentioned in a note. */
export const mentionEmail = (trackingId: string): StaffEmail => ({
  subject: 'You were mentioned',
  lines: [`A colleague mentioned you in a note on the complaint ${trackingId}.`, 'Read it here:'],
});

/** To those who decide on a request for the identity behind a complaint. */
export const identityRequestedEmail = (trackingId: string): StaffEmail => ({
  subject: 'A colleague asks to see who sent a complaint',
  lines: [`A colleague asks to see who sent the complaint ${trackingId}.`, 'Read why, and decide here:'],
});

/** To who requested the identity behind a complaint. */
export const identityDisclosedEmail = (trackingId: string): StaffEmail => ({
  subject: 'Your request was decided',
  lines: [`You may see who sent the complaint ${trackingId} for ${identityHours} hours from now.`, 'Open it here:'],
});

export const identityDeniedEmail = (trackingId: string): StaffEmail => ({
  subject: 'Your request was decided',
  lines: [`You were not allowed to see who sent the complaint ${trackingId}.`, 'Read why here:'],
});

/** To those who decide on a proposed rejection. */
export const rejectionProposedEmail = (trackingId: string): StaffEmail => ({
  subject: 'A colleague proposes to reject a complaint',
  lines: [`A colleague proposes to reject the complaint ${trackingId}.`, 'Read why, and decide here:'],
});

/** To who proposed a rejection. */
export const rejectionApprovedEmail = (trackingId: string): StaffEmail => ({
  subject: 'Your proposal was decided',
  lines: [`The complaint ${trackingId} was rejected, as you proposed.`, 'Open it here:'],
});

export const rejectionReturnedEmail = (trackingId: string): StaffEmail => ({
  subject: 'Your proposal was decided',
  lines: [`The complaint ${trackingId} was not rejected and needs more work.`, 'Read why here:'],
});

/** To oversight when all staff of an MDA are recused from a complaint. */
export const noEligibleStaffEmail = (trackingId: string): StaffEmail => ({
  subject: 'Nobody can deal with a complaint',
  lines: [
    `Everybody who works at the MDA that should deal with the complaint ${trackingId} is recused from it, since it is about them or mentions them.`,
    'Nobody there sees it. Lift a recusal, or give it to another MDA.',
    'Open it here:',
  ],
});

/** To oversight when so few of an MDA may see a complaint that it could be buried. */
export const fewEligibleEmail =
  (few: 'one' | 'no supervisor') =>
  (trackingId: string): StaffEmail => {
    const who = few === 'one' ? 'One member of staff alone is' : 'Only officers are, and no supervisor is,';
    return {
      subject: 'Few can see a complaint',
      lines: [
        `${who} left to see the complaint ${trackingId} at the MDA that has it. The others there are recused from it.`,
        'See whether that is as it should be, and lift a recusal where it is not.',
        'Open it here:',
      ],
    };
  };

/** To supervisors when the assignee of a complaint recuses themselves. */
export const givenUpEmail = (trackingId: string): StaffEmail => ({
  subject: 'A complaint needs somebody else',
  lines: [
    `Whoever had the complaint ${trackingId} must not handle it and no longer sees it. Nobody has it now.`,
    'Read why, and assign it here:',
  ],
});

/** To those who decide whether a complaint is about the staff it mentions. */
export const mentionedStaffEmail = (trackingId: string): StaffEmail => ({
  subject: 'A complaint mentions somebody on the staff',
  lines: [
    `The complaint ${trackingId} mentions somebody on the staff by name. They do not see it until you decide whether it is about them.`,
    'Read it, and decide here:',
  ],
});

const promise: Record<TimerKind, string> = {
  acknowledge: 'to be taken up',
  reply: 'to get a first reply',
  resolve: 'to be resolved',
};

/** To staff when time runs out, or has run out. */
export const reminderEmail =
  (level: ReminderLevel, timer: TimerKind, mdaName: string) =>
  (trackingId: string): StaffEmail => {
    const late = level >= 100;
    const due = late ? `was due ${promise[timer]} and is late` : `is soon due ${promise[timer]}`;
    return {
      subject: late ? 'A complaint is late' : 'A complaint is soon due',
      lines: [`The complaint ${trackingId} at ${mdaName} ${due} (${level} % of its time has gone).`, 'Open it here:'],
    };
  };
