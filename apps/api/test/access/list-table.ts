import { type Role, auditActions, auditGroups, mostUnread, states, statuses } from '@baraza/contract';
import {
  areaCode,
  categoryId,
  colleagueId,
  complaintId,
  feedbackCategoryId,
  feedbackId,
  jurisdictionId,
  mdaId,
  officerId,
  trackingId,
} from '../plans/many-rows.ts';

/** How a call that reads is made, each with its page after the first where it has pages. */
export interface Listed {
  readonly as: Role;
  readonly id?: string;
  readonly queries?: readonly Readonly<Record<string, string | undefined>>[];
  /** More rows than two pages are read of a table that grows, or sorted: at most so many. Say why. */
  readonly most?: number;
}

const sorts = ['latest', 'oldest'];
const deskSorts = ['due', ...sorts];
/** So many complaints the MDA has, so many of them open. */
const ofMda = 2_400;
const openOfMda = 800;

/** Every call of the contract that reads, by its name there. */
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
  listFeedback: [
    {
      as: 'citizen',
      queries: sorts.flatMap((sort) => [{ sort }, { sort, q: 'feedback' }, { sort, category: feedbackCategoryId }]),
    },
  ],
  getFeedback: [{ as: 'citizen', id: feedbackId }],
  // Of as many unread ones as a bell tells apart: whether row security and the reader's own rights show the complaint.
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
      ],
    },
    {
      as: 'officer',
      // Taken for fewer than they are, since not every MDA has such an officer or place; queue-plan.test.ts has thousands of them.
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
      // No index has two states that lie apart in one order. What is searched for is looked for in the MDA, and then put in order.
      most: 2 * ofMda,
      queries: [
        { state: 'rejected,withdrawn' },
        { state: 'received,resolved' },
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
    // All that is offered anywhere is put in order; of what is resolved the newest are looked for among all.
    { as: 'oversight', most: 500, queries: [{ transfer: 'offered' }, { state: 'resolved' }] },
  ],
  countDeskComplaints: [{ as: 'officer' }, { as: 'supervisor' }, { as: 'oversight' }],
  getDeskComplaint: [{ as: 'officer', id: complaintId }],
  // The newest of each state are weighed: see queue-plan.test.ts.
  listSimilarComplaints: [{ as: 'officer', id: complaintId, most: ofMda + 100 }],
  listEarlierComplaints: [{ as: 'officer', id: complaintId }],
  getUserMda: [{ as: 'officer' }],
  getStaffMe: [{ as: 'officer' }],
  listColleagues: [{ as: 'officer' }, { as: 'oversight', queries: [{ mda: mdaId }] }],
  // What somebody has in hand is counted among the open complaints of the MDA.
  getCover: [
    { as: 'officer', id: officerId, most: openOfMda },
    { as: 'administrator', id: officerId, most: openOfMda },
  ],
  getMfa: [{ as: 'officer' }],
  listSavedReplies: [{ as: 'officer' }],

  listOwnContacts: [{ as: 'supervisor' }],
  // What lies on each desk is counted among the open complaints of the MDA.
  listMdaStaff: [{ as: 'supervisor', most: openOfMda }],
  listHolidays: [{ as: 'supervisor' }],
  listSlaTargets: [{ as: 'supervisor' }],
  // A report reads what came in during its span, and a median puts it in order; the backlog of an MDA is whatever is open.
  getReport: [
    { as: 'supervisor', most: openOfMda, queries: [{ from: '2025-12-01', to: '2025-12-02' }] },
    {
      as: 'oversight',
      most: 1_500,
      queries: [
        { from: '2025-12-01', to: '2025-12-02' },
        { mda: mdaId, from: '2025-12-01' },
      ],
    },
  ],
  exportReport: [
    { as: 'supervisor', most: 300, queries: [{ from: '2025-12-01', to: '2025-12-02' }] },
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
        { actor: officerId, from: '2025-12-20', to: '2025-12-21' },
        { who: 'Obi 3', from: '2025-12-20' },
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
  // All of the staff.
  listStaff: [{ as: 'administrator', most: 160 }],
  listAllMdas: [{ as: 'administrator' }],
  listAllCategories: [{ as: 'administrator' }],
  getDemoData: [{ as: 'administrator' }],
};

/** What reads as well, and is no list: settings of the program, lines that stay open, one file, one thing that is marked. */
export const noLists = [
  '/api/portal',
  '/api/log',
  '/api/numbers',
  // What administrators, operators and supervisors entered, whole.
  '/api/public/choices',
  '/api/public/area',
  '/api/public/outline',
  '/api/public/known-issue/:id',
  '/api/known-issue',
  '/api/desk/known-issue',
  '/api/openapi.json',
  '/api/file/:id',
  '/api/complaint/:id/receipt',
  '/api/notification/stream',
  '/api/notification/mark-as-read/:id',
  '/api/desk/stream',
];
