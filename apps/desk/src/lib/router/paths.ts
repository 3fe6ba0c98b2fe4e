import { signInPaths } from '@baraza/app';

/** Every address of the desk, below /desk, in one place. */
export const paths = {
  ...signInPaths,
  queue: (queue: string) => `/complaint/${queue}`,
  complaint: (queue: string, id: string) => `/complaint/${queue}/${encodeURIComponent(id)}`,
  newComplaint: '/new',
  filed: '/filed',
  staff: '/staff',
  accessChanges: '/access-change',
  programs: '/program',
  listOf: (queue: string, filters: Readonly<Record<string, string>>) =>
    `/complaint/${queue}?${new URLSearchParams(filters).toString()}`,
  units: '/unit',
  rules: '/rule',
  tags: '/tag',
  customFields: '/custom-field',
  mfa: '/mfa',
  report: '/report',
  offices: '/mda',
  categories: '/category',
  sampleData: '/sample-data',
  savedReplies: '/saved-reply',
  knownIssues: '/known-issue',
  contacts: '/contact',
  mdaStaff: '/our-staff',
  calendar: '/calendar',
  targets: '/target',
  feedbacks: '/feedback',
  feedback: (id: string) => `/feedback/${encodeURIComponent(id)}`,
  audit: '/audit',
} as const;
