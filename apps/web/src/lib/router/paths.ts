import { signInPaths } from '@baraza/app/this-app';
import type { Status } from '@baraza/contract/complaint/state';

/** The history tabs, spelt as the specification spells them; addresses match whatever the case. */
const tabs: Record<Status, string> = {
  Resolved: 'resolved',
  Processing: 'Processing',
  Pending: 'Pending',
  Canceled: 'Canceled',
};

/** All addresses of the portal. */
export const paths = {
  landing: '/',
  numbers: '/numbers',
  verify: '/verify',
  publicLanguageReview: '/language/review',
  publicKnownIssue: (id: string) => `/known-issue/${encodeURIComponent(id)}`,
  knownIssue: (id: string) => `/app/known-issue/${encodeURIComponent(id)}`,
  complain: '/complain',
  track: '/track',
  register: '/register',
  ...signInPaths,
  verifyEmail: '/verify-email',
  app: '/app',
  complaints: '/app/complaint/all-complaint',
  newComplaint: '/app/complaint/new-complaint',
  complaint: (id: string) => `/app/complaint/complaint-details/${encodeURIComponent(id)}`,
  history: (status: Status) => `/app/history/${tabs[status]}`,
  feedbacks: '/app/feedback/all-feedback',
  newFeedback: '/app/feedback/new-feedback',
  feedback: (id: string) => `/app/feedback/feedback-details/${encodeURIComponent(id)}`,
  mdas: '/app/mda/mda-list',
  mda: (id: string) => `/app/mda/mda-details/${encodeURIComponent(id)}`,
  support: '/app/chat',
  profile: '/app/profile',
  languageReview: '/app/language/review',
  outbox: '/app/outbox',
} as const;

/** Whether the screen at a path shows where a submitted complaint is. */
export const showsReceipt = (path: string): boolean => /^\/app\/(?:complaint\/all-complaint|history\/)/iu.test(path);
