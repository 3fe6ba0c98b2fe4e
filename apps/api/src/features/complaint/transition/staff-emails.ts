import { identityHours } from '@baraza/contract/complaint/lifecycle';
import type { TimerKind } from '@baraza/contract/complaint/history-entry';
import type { Mail } from '../../../mail/mailer.ts';
import type { ReminderLevel } from '../../sla/sla-timer.ts';

type StaffMail = Pick<Mail, 'subject' | 'text'>;

/** What a mail to staff may say of a complaint: neither its words nor its citizen leave the desk. */
interface Named {
  readonly trackingId: string;
  readonly link: string;
}

/** Where staff open a complaint at the desk. */
export function deskLink(publicUrl: string, complaintId: string): string {
  return `${publicUrl}/desk/complaint/open/${complaintId}`;
}

/** To a colleague who is named in a note. */
export function mentionMail({ trackingId, link }: Named): StaffMail {
  const text = `A colleague mentioned you in a note on the complaint ${trackingId}.\n\nRead it here: ${link}`;
  return { subject: `You were mentioned (${trackingId})`, text };
}

/** To whoever may decide whether a colleague sees who sent a complaint. */
export function identityMail({ trackingId, link }: Named): StaffMail {
  const text = `A colleague asks to see who sent the complaint ${trackingId}.\n\nRead why, and decide here: ${link}`;
  return { subject: `A colleague asks to see who sent a complaint (${trackingId})`, text };
}

/** To oversight, when nobody of an MDA may see a complaint. */
export function nobodyLeftMail({ trackingId, link }: Named): StaffMail {
  const lines = [
    `The complaint ${trackingId} is kept from everybody who works at the MDA that should deal with it, since it is about them or names them.`,
    `Nobody there sees it. Let one of them see it, or give it to another MDA.`,
    `Open it here: ${link}`,
  ];
  return { subject: `Nobody can deal with a complaint (${trackingId})`, text: lines.join('\n\n') };
}

/** To whoever asked to see who sent a complaint. */
export function identityDecidedMail(decided: 'shown' | 'refused', { trackingId, link }: Named): StaffMail {
  const text =
    decided === 'shown'
      ? `You may see who sent the complaint ${trackingId} for ${identityHours} hours from now.\n\nOpen it here: ${link}`
      : `You were not allowed to see who sent the complaint ${trackingId}.\n\nRead why here: ${link}`;
  return { subject: `Your request was decided (${trackingId})`, text };
}

/** To oversight, when so few of an MDA may see a complaint that it could be buried. */
export function fewLeftMail(few: 'one' | 'no supervisor', { trackingId, link }: Named): StaffMail {
  const who = few === 'one' ? 'One member of staff alone is' : 'Only officers are, and no supervisor is,';
  const lines = [
    `${who} left to see the complaint ${trackingId} at the MDA that has it. It is kept from the others there.`,
    `See whether that is as it should be, and let somebody see it where it is not.`,
    `Open it here: ${link}`,
  ];
  return { subject: `Few can see a complaint (${trackingId})`, text: lines.join('\n\n') };
}

/** To supervisors, when whoever had a complaint keeps it from themselves. */
export function givenUpMail({ trackingId, link }: Named): StaffMail {
  const text = `Whoever had the complaint ${trackingId} must not handle it and no longer sees it. Nobody has it now.\n\nRead why, and assign it here: ${link}`;
  return { subject: `A complaint needs somebody else (${trackingId})`, text };
}

/** To oversight, when people let somebody see a complaint that names them. */
export function seenAfterAllMail({ trackingId, link }: Named): StaffMail {
  const text = `The complaint ${trackingId} was kept from somebody since it names them. They were let see it after all.\n\nRead why here: ${link}`;
  return { subject: `Somebody named in a complaint sees it (${trackingId})`, text };
}

const promise: Record<TimerKind, string> = {
  acknowledge: 'to be taken up',
  reply: 'to get a first reply',
  resolve: 'to be resolved',
};

/** To whoever has to know that time runs out, or has run out. */
export function reminderMail(
  level: ReminderLevel,
  clock: TimerKind,
  mdaName: string,
  { trackingId, link }: Named,
): StaffMail {
  const late = level >= 100;
  const lines = [
    late
      ? `The complaint ${trackingId} at ${mdaName} was due ${promise[clock]} and is late (${level} % of its time has gone).`
      : `The complaint ${trackingId} at ${mdaName} is soon due ${promise[clock]} (${level} % of its time has gone).`,
    `Open it here: ${link}`,
  ];
  const subject = late ? `A complaint is late (${trackingId})` : `A complaint is soon due (${trackingId})`;
  return { subject, text: lines.join('\n\n') };
}
