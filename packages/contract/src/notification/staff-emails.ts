import { mdaRoles, readerRoles, type StaffRole } from '../core/role.ts';

/** Whom an e-mail reaches, out of the staff who may open the complaint; never who caused it. */
export type Audience =
  /** The people of the step: who is mentioned, who asked, who offered. */
  | 'named'
  | 'assignee'
  | 'supervisors'
  | 'oversight'
  /** Of the MDA that a transfer is offered to. */
  | 'offeredSupervisors'
  | 'offeredOfficers';

/** When notifications also come by mail. */
export const mailTimes = ['now', 'daily', 'never'] as const;
export type MailTime = (typeof mailTimes)[number];

/** Topics for which staff choose the time of mails, with the default. */
export const emailTopics = {
  assigned: 'now',
  mentioned: 'now',
  approval: 'now',
  transfer: 'now',
  staffing: 'now',
  answered: 'daily',
  reopened: 'daily',
  reminder: 'daily',
} as const satisfies Record<string, MailTime>;
export type EmailTopic = keyof typeof emailTopics;

export interface StaffEmail {
  readonly topic: EmailTopic;
  /** Chains: of each, the first audience with anybody in it. */
  readonly to: readonly (readonly Audience[])[];
  /** In the bell, and the subject of the mail. */
  readonly title: string;
  /** In the mail, before the tracking ID. */
  readonly text: string;
}

const deciders = [['supervisors', 'oversight']] as const;
const late = [['assignee'], ['supervisors', 'oversight']] as const;
const veryLate = [['supervisors'], ['oversight']] as const;

/** All that staff hear of: who, in which words. */
export const staffEmails = {
  assigned: {
    topic: 'assigned',
    to: [['assignee']],
    title: 'A complaint was assigned to you',
    text: 'A colleague assigned a complaint to you, or to somebody you stand in for.',
  },
  answered: {
    topic: 'answered',
    to: [['assignee', 'supervisors']],
    title: 'The citizen answered',
    text: 'The citizen answered the question about a complaint.',
  },
  evidenceAdded: {
    topic: 'answered',
    to: [['assignee', 'supervisors']],
    title: 'The citizen added evidence',
    text: 'The citizen added files to a complaint.',
  },
  reopened: {
    topic: 'reopened',
    to: [['named', 'supervisors']],
    title: 'A complaint was re-opened',
    text: 'The citizen says that it is not solved, and re-opened the complaint.',
  },
  transferOffered: {
    topic: 'transfer',
    to: [['offeredSupervisors', 'offeredOfficers']],
    title: 'A complaint is offered to you',
    text: 'Another MDA offers a complaint to yours. Read why, and accept or decline it.',
  },
  transferDeclined: {
    topic: 'transfer',
    to: [['named', 'assignee', 'supervisors']],
    title: 'A transfer was declined',
    text: 'The other MDA declined the transfer of a complaint, which stays with yours. Read why.',
  },
  transferUndecided: {
    topic: 'transfer',
    to: [['oversight']],
    title: 'A transfer needs your decision',
    text: 'The transfer of a complaint was declined twice. Decide which MDA has it.',
  },
  officeWanted: {
    topic: 'transfer',
    to: [['oversight']],
    title: 'A complaint needs an office',
    text: 'A citizen did not know which office a complaint is for. Decide which MDA has it.',
  },
  appealed: {
    topic: 'approval',
    to: [['oversight']],
    title: 'A citizen asks for a review',
    text: 'A citizen does not accept how a complaint ended, and asks for a review. Read why, and decide.',
  },
  appealLate: {
    topic: 'reminder',
    to: [['oversight']],
    title: 'A review is late: not decided',
    text: 'The day by which the review of a complaint was to be decided is over.',
  },
  appealUpheld: {
    topic: 'reopened',
    to: [['named', 'supervisors']],
    title: 'A complaint goes on after a review',
    text: 'Oversight reviewed how a complaint ended and decided that it goes on. Read why.',
  },
  mentioned: {
    topic: 'mentioned',
    to: [['named']],
    title: 'You were mentioned',
    text: 'A note on a complaint mentions you, or somebody you stand in for.',
  },
  rejectionProposed: {
    topic: 'approval',
    to: deciders,
    title: 'A colleague proposes to reject a complaint',
    text: 'A colleague proposes to reject a complaint. Read why, and decide.',
  },
  rejectionApproved: {
    topic: 'approval',
    to: [['named']],
    title: 'A proposal to reject was approved',
    text: 'A complaint was rejected, as was proposed.',
  },
  rejectionReturned: {
    topic: 'approval',
    to: [['named']],
    title: 'A proposal to reject was returned',
    text: 'A complaint was not rejected and needs more work. Read why.',
  },
  identityRequested: {
    topic: 'approval',
    to: deciders,
    title: 'A colleague asks to see who sent a complaint',
    text: 'A colleague asks to see who sent a complaint. Read why, and decide.',
  },
  identityDisclosed: {
    topic: 'approval',
    to: [['named']],
    title: 'A request to see who sent a complaint was approved',
    text: 'You, or the colleague you stand in for, may see who sent the complaint for a day from now.',
  },
  identityDenied: {
    topic: 'approval',
    to: [['named']],
    title: 'A request to see who sent a complaint was declined',
    text: 'A request to see who sent a complaint was declined. Read why.',
  },
  mentionUndecided: {
    topic: 'approval',
    to: deciders,
    title: 'A complaint mentions somebody on the staff',
    text: 'A complaint mentions somebody on the staff by name. They do not see it until you decide whether it is about them.',
  },
  givenUp: {
    topic: 'staffing',
    to: deciders,
    title: 'A complaint needs somebody else',
    text: 'The person assigned must not handle a complaint and no longer sees it. It is assigned to nobody now: read why, and assign it.',
  },
  nobodyEligible: {
    topic: 'staffing',
    to: [['oversight']],
    title: 'Nobody can deal with a complaint',
    text: 'Everybody at the MDA that should deal with a complaint is recused from it. Lift a recusal, or give it to another MDA.',
  },
  oneEligible: {
    topic: 'staffing',
    to: [['oversight']],
    title: 'Few can see a complaint',
    text: 'One member of staff alone is left to see a complaint at the MDA that has it. Check that this is intended.',
  },
  noSupervisorEligible: {
    topic: 'staffing',
    to: [['oversight']],
    title: 'Few can see a complaint',
    text: 'Only officers, and no supervisor, are left to see a complaint at the MDA that has it. Check that this is intended.',
  },
  acknowledgeDue: reminder('A complaint is soon due to be started', [['assignee', 'supervisors', 'oversight']]),
  replyDue: reminder('A first reply is soon due', [['assignee', 'supervisors', 'oversight']]),
  resolveDue: reminder('A complaint is soon due to be resolved', [['assignee', 'supervisors', 'oversight']]),
  acknowledgeLate: reminder('A complaint is late: not started', late),
  replyLate: reminder('A complaint is late: no first reply', late),
  resolveLate: reminder('A complaint is late: not resolved', late),
  acknowledgeVeryLate: reminder('A complaint has had twice its time: not started', veryLate),
  replyVeryLate: reminder('A complaint has had twice its time: no first reply', veryLate),
  resolveVeryLate: reminder('A complaint has had twice its time: not resolved', veryLate),
} as const satisfies Record<string, StaffEmail>;
export type StaffEmailKind = keyof typeof staffEmails;

// @__NO_SIDE_EFFECTS__
function reminder(title: string, to: StaffEmail['to']): StaffEmail {
  return { topic: 'reminder', to, title, text: `${title}.` };
}

const rolesOf: Record<Audience, readonly StaffRole[]> = {
  named: readerRoles,
  assignee: mdaRoles,
  supervisors: ['supervisor'],
  oversight: ['oversight'],
  offeredSupervisors: ['supervisor'],
  offeredOfficers: ['officer'],
};

/** Lists the topics of which a role can hear. */
export function emailTopicsOf(role: StaffRole): EmailTopic[] {
  const reaches = (topic: string) =>
    Object.values<StaffEmail>(staffEmails).some(
      ({ topic: own, to }) => own === topic && to.flat().some((audience) => rolesOf[audience].includes(role)),
    );
  return (Object.keys(emailTopics) as EmailTopic[]).filter(reaches);
}

/** Returns what staff get of a kind, widened for code that treats all alike. */
export function staffEmailOf(kind: StaffEmailKind): StaffEmail {
  return staffEmails[kind];
}

/** Returns the address at the desk of a notification: the complaint, at its step. */
export function notificationLink(complaintId: string, step: number | null): string {
  return `/complaint/open/${complaintId}${step === null ? '' : `#step-${step}`}`;
}
