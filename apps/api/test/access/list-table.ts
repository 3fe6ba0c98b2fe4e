import { type Role, auditActions, auditGroups, mostUnread, states, statuses } from '@baraza/contract';
import {
  areaCode,
  categoryId,
  colleagueId,
  complaintId,
  feedbackCategoryId,
  feedbackId,
  jurisdictionId,
  bulkRunId,
  customFieldId,
  knownIssueId,
  unitId,
  mdaId,
  officerId,
  trackingId,
} from '../plans/many-rows.ts';

/** One caller and their queries of a reading call; paged calls read the second page too. */
export interface Listed {
  readonly as: Role;
  readonly id?: string;
  readonly queries?: readonly Readonly<Record<string, string | undefined>>[];
  /** Limit of rows read or sorted in a growing table, if beyond two pages. Say why. */
  readonly most?: number;
}

const sorts = ['latest', 'oldest'];
const deskSorts = ['due', ...sorts];
/** Number of complaints of the MDA, and of those that are open. */
const ofMda = 2_400;
const openOfMda = 800;

const fewMatch = [
  { answer: 'wanted' },
  { tag: 'flood' },
  { filed: '2020-01-01..2026-04-30' },
  { unit: unitId },
  { field: `${customFieldId}:blue` },
  { priority: 'high,emergency' },
  { followUp: 'due' },
  { identity: 'confidential' },
  { knownIssue: knownIssueId },
  { alike: knownIssueId },
  { run: bulkRunId },
  { mda: mdaId },
  { source: 'sms' },
  { record: `received:${officerId}:2020-01-01..2026-04-30` },
];

/** Every reading call, by its name in the contract. */
export const listTable: Readonly<Record<string, readonly Listed[]>> = {
  listComplaints: [
    {
      as: 'citizen',
      queries: [
        ...sorts.flatMap((sort) => [{ sort }, { sort, q: 'complaint' }, { sort, category: categoryId }]),
        ...statuses.map((status) => ({ status })),
      ],
    },
  ],
  countComplaints: [{ as: 'citizen' }],
  getComplaint: [{ as: 'citizen', id: complaintId }],
  // Few complaints of the test are in the log.
  // A page has 200 events, and looks past those of other MDAs.
  listEvents: [{ as: 'officer', most: 3_000, queries: [{}, { after: '10.0' }] }],
  listFeedback: [
    {
      as: 'citizen',
      queries: sorts.flatMap((sort) => [{ sort }, { sort, q: 'feedback' }, { sort, category: feedbackCategoryId }]),
    },
  ],
  getFeedback: [{ as: 'citizen', id: feedbackId }],
  // The bell counts unread ones up to a limit; for each, row security and the reader's rights are checked.
  listNotifications: [{ as: 'citizen' }, { as: 'officer', most: 2 * mostUnread }],
  getMailTimes: [{ as: 'officer' }],
  listMdas: [{ as: 'citizen' }],
  getMdaStats: [{ as: 'citizen' }],
  getMdaSummary: [{ as: 'citizen', id: mdaId, queries: [{ year: '2025' }] }],
  listJurisdictions: [{ as: 'citizen', id: mdaId }],
  listContacts: [{ as: 'citizen' }],
  listComplaintCategories: [{ as: 'citizen' }],
  listFeedbackCategories: [{ as: 'citizen' }],
  listSessions: [{ as: 'citizen' }],
  getUser: [{ as: 'citizen' }],
  getUserInfo: [{ as: 'citizen' }],
  exportOwnData: [{ as: 'citizen' }],

  listDeskComplaints: [
    {
      as: 'officer',
      queries: [
        ...deskSorts.flatMap((sort) => [
          { sort },
          { sort, assignee: 'none' },
          { sort, category: categoryId },
          { sort, reopened: 'true' },
          { sort, escalated: 'true' },
          { sort, transfer: 'offered' },
        ]),
        { due: 'today' },
        { due: 'overdue' },
        ...states.map((state) => ({ state })),
        { state: 'in_progress,awaiting_citizen' },
        { updatedSince: '2020-01-01T00:00:00Z' },
      ],
    },
    {
      as: 'officer',
      // The planner underestimates them, since not every MDA has such an officer or place; queue-plan.test.ts has thousands.
      most: 300,
      queries: deskSorts.flatMap((sort) => [
        { sort, assignee: 'me' },
        { sort, assignee: colleagueId },
        { sort, jurisdiction: jurisdictionId },
        { sort, area: areaCode },
      ]),
    },
    {
      as: 'officer',
      // No index orders two separate states together. A search reads the complaints of the MDA, then sorts the matches.
      most: 2 * ofMda,
      queries: [
        ...deskSorts.map((sort) => ({ sort, together: 'true' })),
        { state: 'rejected,withdrawn' },
        { state: 'received,resolved' },
        // Few match, and which of them do no order tells.
        ...deskSorts.flatMap((sort) => fewMatch.map((filter) => ({ sort, ...filter }))),
        ...['001520', 'First8', 'word20', 'Complaint 1520'].flatMap((q) => [
          { q },
          { q, state: states.join(','), sort: 'latest' },
        ]),
      ],
    },
    { as: 'supervisor', queries: deskSorts.map((sort) => ({ sort, approval: 'wanted', state: states.join(',') })) },
    {
      as: 'oversight',
      queries: [...deskSorts.map((sort) => ({ sort })), { transfer: 'undecided' }, { approval: 'wanted' }],
    },
    // Offers of all MDAs are sorted; the newest resolved complaints are read across all MDAs.
    { as: 'oversight', most: 500, queries: [{ transfer: 'offered' }, { state: 'resolved' }] },
  ],
  // A total counts whatever matches.
  totalDeskComplaints: [
    {
      as: 'officer',
      most: 2 * ofMda,
      queries: [
        {},
        ...fewMatch,
        { assignee: 'none' },
        { category: categoryId },
        { jurisdiction: jurisdictionId },
        { area: areaCode },
        { escalated: 'true' },
        { reopened: 'true' },
        { due: 'today' },
        { due: 'overdue' },
        { transfer: 'offered' },
        { transfer: 'undecided' },
        ...states.map((state) => ({ state })),
      ],
    },
    // A word is looked for in the whole MDA.
    { as: 'officer', most: 6_000, queries: [{ q: 'word20' }] },
    { as: 'supervisor', queries: [{ approval: 'wanted' }] },
  ],
  countDeskComplaints: [{ as: 'officer' }, { as: 'supervisor' }, { as: 'oversight' }],
  getDeskComplaint: [{ as: 'officer', id: complaintId }],
  // The newest of each state are ranked: see queue-plan.test.ts.
  listSimilarComplaints: [{ as: 'officer', id: complaintId, most: ofMda + 100 }],
  listEarlierComplaints: [{ as: 'officer', id: complaintId }],
  listFiled: [{ as: 'agent', queries: [{}, { q: '001610' }] }],
  getUserMda: [{ as: 'officer' }],
  getStaffMe: [{ as: 'officer' }],
  listColleagues: [{ as: 'officer' }, { as: 'oversight', queries: [{ mda: mdaId }] }],
  // Counts the officer's complaints among the open ones of the MDA.
  getCover: [
    { as: 'officer', id: officerId, most: openOfMda },
    { as: 'administrator', id: officerId, most: openOfMda },
  ],
  getMfa: [{ as: 'officer' }],
  listSavedReplies: [{ as: 'officer' }],
  listUnits: [{ as: 'officer' }],
  // Counts the tags of all complaints of an MDA.
  listTags: [{ as: 'supervisor', most: ofMda }],
  listCustomFields: [{ as: 'officer' }, { as: 'oversight', queries: [{ mda: mdaId }] }],
  listRules: [
    { as: 'supervisor', queries: [{ version: '1' }] },
    { as: 'oversight', queries: [{ mda: mdaId }] },
  ],

  listOwnContacts: [{ as: 'supervisor' }],
  // Counts each officer's complaints among the open ones of the MDA.
  listMdaStaff: [{ as: 'supervisor', most: openOfMda }],
  listHolidays: [{ as: 'supervisor' }],
  listSlaTargets: [{ as: 'supervisor' }],
  // A report reads the complaints of its span and sorts them for medians; the backlog counts the open ones of the MDA.
  getReport: [
    { as: 'supervisor', most: openOfMda, queries: [{ from: '2025-12-01', to: '2025-12-02' }] },
    {
      as: 'oversight',
      // What officers did in a month is joined with all complaints of the MDA.
      most: ofMda,
      queries: [
        { from: '2025-12-01', to: '2025-12-02' },
        { mda: mdaId, from: '2025-12-01' },
      ],
    },
  ],
  exportReport: [
    {
      as: 'supervisor',
      most: 300,
      queries: ['csv', 'jsonl'].map((format) => ({ format, from: '2025-12-01', to: '2025-12-02' })),
    },
    { as: 'oversight', most: 1_000, queries: [{ from: '2025-12-01', to: '2025-12-02', mda: mdaId }] },
  ],

  listAudit: [
    {
      as: 'supervisor',
      queries: [{}, { group: 'complaint' }, { outcome: 'done' }, { actor: colleagueId }, { object: trackingId }],
    },
    {
      as: 'administrator',
      queries: [
        {},
        { actor: officerId },
        { who: 'Obi 3' },
        { who: 'o3@mail.example' },
        { outcome: 'done' },
        { outcome: 'refused' },
        { object: trackingId },
        { object: complaintId },
        { from: '2025-12-10', to: '2025-12-11' },
      ],
    },
    // No index has several actions in one order: as many entries are looked at as one of these is seldom.
    { as: 'administrator', most: 40 * auditActions.length, queries: auditGroups.map((group) => ({ group })) },
  ],
  // Whole, and so a batch at a time.
  exportAudit: [
    {
      as: 'administrator',
      most: 2_000,
      queries: [
        { format: 'csv', actor: officerId, from: '2025-12-20', to: '2025-12-21' },
        { format: 'jsonl', who: 'Obi 3', from: '2025-12-20' },
        ...auditGroups.map((group) => ({ group, from: '2025-12-30' })),
        ...['done', 'refused'].map((outcome) => ({ outcome, from: '2025-12-30' })),
        { object: trackingId },
      ],
    },
  ],
  listDeskFeedback: [
    {
      as: 'administrator',
      queries: [
        {},
        { status: 'Pending' },
        { status: 'Replied' },
        { category: feedbackCategoryId },
        { q: 'F00020' },
        { q: 'word20 text' },
      ],
    },
  ],
  getDeskFeedback: [{ as: 'administrator', id: feedbackId }],
  // The whole staff.
  listStaff: [{ as: 'administrator', most: 160 }],
  listAllMdas: [{ as: 'administrator' }],
  listAllCategories: [{ as: 'administrator' }],
  getDemoData: [{ as: 'administrator' }],
};

/** Reading routes that are no lists: settings, streams, single files, one marked notification. */
export const noLists = [
  '/api/portal',
  '/api/log',
  '/api/numbers',
  // Complete data that administrators, operators and supervisors entered.
  '/api/public/choices',
  '/api/public/names',
  '/api/public/area',
  '/api/public/outline',
  '/api/public/known-issue/:id',
  '/api/public/custom-field/:id',
  '/api/docs/errors',
  '/api/known-issue',
  '/api/desk/known-issue',
  '/api/desk/burst',
  '/api/desk/access-change',
  '/api/desk/program',
  // At most a hundred, by an index.
  '/api/desk/webhook/:id/delivery',
  '/api/desk/weekend',
  // At most thirty of the caller and of the MDA.
  '/api/desk/saved-view',
  // The caller's own, of at most 1,000 complaints.
  '/api/desk/bulk-run',
  '/api/openapi.json',
  '/api/oidc/callback',
  '/api/file/:id',
  '/api/complaint/:id/receipt',
  '/api/notification/stream',
  '/api/notification/mark-as-read/:id',
  '/api/desk/stream',
];
