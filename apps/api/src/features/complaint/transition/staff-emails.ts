import { identityHours } from '@baraza/contract/complaint/lifecycle';
import type { TimerKind } from '@baraza/contract/complaint/history-entry';
import type { Mail } from '../../../mail/mail.ts';
import type { ReminderLevel } from '../../sla/sla-timer.ts';

type StaffMail = Pick<Mail, 'subject' | 'text'>;

/** The complaint as a mail to staff may name it: neither its words nor its citizen leave the desk. */
interface NamedComplaint {
  readonly trackingId: string;
  readonly link: string;
}

/** Address of a complaint at the desk. */
export function deskLink(publicUrl: string, complaintId: string): string {
  return `${publicUrl}/desk/complaint/open/${complaintId}`;
}

/** Mail to a colleague who is mentioned in a note. */
export function mentionMail({ trackingId, link }: NamedComplaint): StaffMail {
  const text = `A colleague mentioned you in a note on the complaint ${trackingId}.\n\nRead it here: ${link}`;
  return { subject: `You were mentioned (${trackingId})`, text };
}

/** Mail to those who decide on a request for the identity behind a complaint. */
export function identityRequestedMail({ trackingId, link }: NamedComplaint): StaffMail {
  const text = `A colleague asks to see who sent the complaint ${trackingId}.\n\nRead why, and decide here: ${link}`;
  return { subject: `A colleague asks to see who sent a complaint (${trackingId})`, text };
}

/** Mail to oversight when all staff of an MDA are recused from a complaint. */
export function noEligibleStaffMail({ trackingId, link }: NamedComplaint): StaffMail {
  const lines = [
    `Everybody who works at the MDA that should deal with the complaint ${trackingId} is recused from it, since it is about them or mentions them.`,
    `Nobody there sees it. Lift a recusal, or give it to another MDA.`,
    `Open it here: ${link}`,
  ];
  return { subject: `Nobody can deal with a complaint (${trackingId})`, text: lines.join('\n\n') };
}

/** Mail to who requested the identity behind a complaint. */
export function identityDecidedMail(decided: 'disclosed' | 'denied', { trackingId, link }: NamedComplaint): StaffMail {
  const text =
    decided === 'disclosed'
      ? `You may see who sent the complaint ${trackingId} for ${identityHours} hours from now.\n\nOpen it here: ${link}`
      : `You were not allowed to see who sent the complaint ${trackingId}.\n\nRead why here: ${link}`;
  return { subject: `Your request was decided (${trackingId})`, text };
}

/** Mail to oversight when so few of an MDA may see a complaint that it could be buried. */
export function fewEligibleMail(few: 'one' | 'no supervisor', { trackingId, link }: NamedComplaint): StaffMail {
  const who = few === 'one' ? 'One member of staff alone is' : 'Only officers are, and no supervisor is,';
  const lines = [
    `${who} left to see the complaint ${trackingId} at the MDA that has it. The others there are recused from it.`,
    `See whether that is as it should be, and lift a recusal where it is not.`,
    `Open it here: ${link}`,
  ];
  return { subject: `Few can see a complaint (${trackingId})`, text: lines.join('\n\n') };
}

/** Mail to supervisors when the assignee of a complaint recuses themselves. */
export function givenUpMail({ trackingId, link }: NamedComplaint): StaffMail {
  const text = `Whoever had the complaint ${trackingId} must not handle it and no longer sees it. Nobody has it now.\n\nRead why, and assign it here: ${link}`;
  return { subject: `A complaint needs somebody else (${trackingId})`, text };
}

/** Mail to those who decide whether a complaint is about the staff it mentions. */
export function mentionedStaffMail({ trackingId, link }: NamedComplaint): StaffMail {
  const text = `The complaint ${trackingId} mentions somebody on the staff by name. They do not see it until you decide whether it is about them.\n\nRead it, and decide here: ${link}`;
  return { subject: `A complaint mentions somebody on the staff (${trackingId})`, text };
}

const promise: Record<TimerKind, string> = {
  acknowledge: 'to be taken up',
  reply: 'to get a first reply',
  resolve: 'to be resolved',
};

/** Mail to staff when time runs out, or has run out. */
export function reminderMail(
  level: ReminderLevel,
  timer: TimerKind,
  mdaName: string,
  { trackingId, link }: NamedComplaint,
): StaffMail {
  const late = level >= 100;
  const lines = [
    late
      ? `The complaint ${trackingId} at ${mdaName} was due ${promise[timer]} and is late (${level} % of its time has gone).`
      : `The complaint ${trackingId} at ${mdaName} is soon due ${promise[timer]} (${level} % of its time has gone).`,
    `Open it here: ${link}`,
  ];
  const subject = late ? `A complaint is late (${trackingId})` : `A complaint is soon due (${trackingId})`;
  return { subject, text: lines.join('\n\n') };
}
