import { mdaRoles, readerRoles, type StaffRole } from '../core/role.ts';

/** Recipients of an e-mail: staff who may open the complaint, except who caused it. */
export type Audience =
  /** The people of the step: who is mentioned, who asked, who offered. */
  | 'named'
  | 'assignee'
  | 'supervisors'
  | 'oversight'
  /** Staff of the MDA that a transfer is offered to. */
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
  burst: 'now',
  answered: 'daily',
  reopened: 'daily',
  reminder: 'daily',
  /** Of each week, for who reads reports; any time but `never` is Monday morning. */
  summary: 'daily',
} as const satisfies Record<string, MailTime>;
export type EmailTopic = keyof typeof emailTopics;

export interface StaffEmail {
  readonly topic: EmailTopic;
  /** Chains: of each, the first audience with anybody in it. */
  readonly to: readonly (readonly Audience[])[];
  /** In the bell, and subject and first line of the mail. */
  readonly title: string;
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
  },
  answered: {
    topic: 'answered',
    to: [['assignee', 'supervisors']],
    title: 'The citizen answered',
  },
  evidenceAdded: {
    topic: 'answered',
    to: [['assignee', 'supervisors']],
    title: 'The citizen added evidence',
  },
  reopened: {
    topic: 'reopened',
    to: [['named', 'supervisors']],
    title: 'A complaint was re-opened',
  },
  transferOffered: {
    topic: 'transfer',
    to: [['offeredSupervisors', 'offeredOfficers']],
    title: 'A complaint is offered to you',
  },
  transferDeclined: {
    topic: 'transfer',
    to: [['named', 'assignee', 'supervisors']],
    title: 'A transfer was declined',
  },
  transferUndecided: {
    topic: 'transfer',
    to: [['oversight']],
    title: 'A transfer needs your decision',
  },
  officeWanted: {
    topic: 'transfer',
    to: [['oversight']],
    title: 'A complaint needs an office',
  },
  appealed: {
    topic: 'approval',
    to: [['oversight']],
    title: 'A citizen asks for a review',
  },
  appealLate: {
    topic: 'reminder',
    to: [['oversight']],
    title: 'A review is late: not decided',
  },
  appealUpheld: {
    topic: 'reopened',
    to: [['named', 'supervisors']],
    title: 'A complaint goes on after a review',
  },
  mentioned: {
    topic: 'mentioned',
    to: [['named']],
    title: 'You were mentioned',
  },
  rejectionProposed: {
    topic: 'approval',
    to: deciders,
    title: 'A colleague proposes to reject a complaint',
  },
  rejectionApproved: {
    topic: 'approval',
    to: [['named']],
    title: 'A proposal to reject was approved',
  },
  rejectionReturned: {
    topic: 'approval',
    to: [['named']],
    title: 'A proposal to reject was returned',
  },
  identityRequested: {
    topic: 'approval',
    to: deciders,
    title: 'A colleague asks to see who sent a complaint',
  },
  identityDisclosed: {
    topic: 'approval',
    to: [['named']],
    title: 'A request to see who sent a complaint was approved',
  },
  identityDenied: {
    topic: 'approval',
    to: [['named']],
    title: 'A request to see who sent a complaint was declined',
  },
  mentionUndecided: {
    topic: 'approval',
    to: deciders,
    title: 'A complaint mentions somebody on the staff',
  },
  recusalLifted: {
    topic: 'approval',
    to: [['supervisors'], ['oversight']],
    title: 'A recusal was lifted: a colleague sees the complaint again',
  },
  givenUp: {
    topic: 'staffing',
    to: deciders,
    title: 'A complaint needs somebody else',
  },
  ruleMet: {
    topic: 'mentioned',
    to: [['named']],
    title: 'A rule points you to a complaint',
  },
  ruleNobody: {
    topic: 'staffing',
    to: deciders,
    title: 'A rule found nobody to take a complaint',
  },
  burst: {
    topic: 'burst',
    to: [['supervisors']],
    title: 'Far more complaints like this came in today than usual',
  },
  ruleSkipped: {
    topic: 'staffing',
    to: deciders,
    title: 'A rule was skipped: it names somebody who is away, or something gone',
  },
  nobodyEligible: {
    topic: 'staffing',
    to: [['oversight']],
    title: 'Nobody can deal with a complaint',
  },
  oneEligible: {
    topic: 'staffing',
    to: [['oversight']],
    title: 'One person alone at an MDA can see its complaint',
  },
  noSupervisorEligible: {
    topic: 'staffing',
    to: [['oversight']],
    title: 'No supervisor can see a complaint',
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
  return { topic: 'reminder', to, title };
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
  const isReportReader = role === 'supervisor' || role === 'oversight';
  return (Object.keys(emailTopics) as EmailTopic[]).filter((topic) =>
    topic === 'summary' ? isReportReader : reaches(topic),
  );
}

/** Returns what staff get of a kind, widened for code that treats all alike. */
export function staffEmailOf(kind: StaffEmailKind): StaffEmail {
  return staffEmails[kind];
}

/** Returns the address at the desk of a notification: the complaint, at its step. */
export function notificationLink(complaintId: string, step: number | null): string {
  return `/complaint/open/${complaintId}${step === null ? '' : `#step-${step}`}`;
}
