import { emailTopics } from '@baraza/contract';
import type { Action, State } from '@baraza/contract/complaint/lifecycle';
import { eq } from 'drizzle-orm';
import { accessChange, account } from '../../src/db/schema/tables.ts';
import { submitFeedback } from '../../src/features/feedback/submit-feedback.ts';
import { insertSavedReply } from '../../src/features/complaint/saved-reply/manage-saved-replies.ts';
import { insertHolidays, putSlaTarget } from '../../src/features/reference/sla-target.store.ts';
import { signFile } from '../../src/files/file.store.ts';
import { rowOf } from '../support/complaints.ts';
import { lastName, phone } from '../support/owner.ts';
import type { TestApp } from '../support/server/app.ts';
import { versionOf } from '../support/version-of.ts';
import type { AccessRow } from './access-table.ts';
import type { Visitor } from './actors.ts';
import { type Ask, type Asker, type Estate, plain } from './ask.ts';
import { channelAskers } from './channel-asks.ts';
import { contactAskers } from './contact-asks.ts';
import { knownIssueAskers } from './known-issue-asks.ts';
import { programAskers } from './program-asks.ts';
import { savedViewAskers } from './saved-view-asks.ts';
import { unitAskers } from './unit-asks.ts';

const password = 'umbrella over the river 7';
const pair = { password, confirmPassword: password };
const person = { first_name: 'Uche', last_name: 'Ike' };
let count = 0;
const newEmail = () => `matrix${(count += 1)}@home.example`;
const signed = (test: TestApp, id: string, session = crypto.randomUUID() as string): Ask => {
  const expires = Math.floor(test.clock.now().getTime() / 1000 + 60).toString();
  const signature = signFile(test.services, id, expires, session);
  return { url: `/api/file/${id}?${new URLSearchParams({ expires, session, signature })}` };
};

const tus = { 'tus-resumable': '1.0.0' };
const piece = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };

/** Builders of the calls that need more than their address. */
const askers: Record<string, Asker> = {
  'POST /api/upload': () => ({ url: '/api/upload', headers: { ...tus, 'upload-length': '9' } }),
  'HEAD /api/upload/:id': () => ({ url: `/api/upload/${crypto.randomUUID()}`, headers: tus }),
  'PATCH /api/upload/:id': () => ({
    url: `/api/upload/${crypto.randomUUID()}`,
    headers: { ...tus, ...piece },
    text: 'x',
  }),
  'POST /api/register': () => ({ url: '/api/register', form: { ...person, ...pair, email: newEmail() } }),
  'POST /api/verify-email': () => ({ url: '/api/verify-email', json: { email: newEmail(), otp: '000000' } }),
  'POST /api/resend-code': () => ({ url: '/api/resend-code', json: { email: newEmail() } }),
  'POST /api/login': ({ scene }) => ({
    url: '/api/login',
    json: { email: scene.citizen.email, password, type: 'user' },
  }),
  'POST /api/forgot-password': () => ({ url: '/api/forgot-password', json: { email: newEmail(), type: 'user' } }),
  'PUT /api/reset-password': () => ({
    url: '/api/reset-password',
    json: { ...pair, email: newEmail(), otp: '000000', type: 'user' },
  }),
  'PUT /api/update-password': () => ({ url: '/api/update-password', json: { currentPassword: password, ...pair } }),
  'PUT /api/users/language': () => ({ url: '/api/users/language', json: { language: 'fr' } }),
  // These citizens log in by e-mail.
  'PUT /api/users/news': () => ({ url: '/api/users/news', json: { ways: ['mail'] } }),
  'DELETE /api/session/:id': async ({ owner }) => ({ url: `/api/session/${(await owner()).sessionId}` }),
  'PUT /api/users/update-profile': (_, { email }) => ({
    url: '/api/users/update-profile',
    form: { ...person, last_name: lastName, email, phone },
  }),
  // A wrong password, so that no account is deleted.
  'POST /api/users/delete-account': () => ({ url: '/api/users/delete-account', json: { currentPassword: 'wrong' } }),
  'POST /api/public/complaint': ({ scene }) => ({
    url: '/api/public/complaint',
    form: { ...scene.fields(), identity: 'anonymous' },
  }),
  'GET /api/public/names': () => ({ url: '/api/public/names?language=ha' }),
  'POST /api/public/area': () => ({ url: '/api/public/area', json: { lat: '0', lon: '0' } }),
  'POST /api/public/suggestion': () => ({ url: '/api/public/suggestion', json: { text: 'No water' } }),
  ...knownIssueAskers,
  ...programAskers,
  ...savedViewAskers,
  ...unitAskers,
  'POST /api/public/session': () => ({
    url: '/api/public/session',
    json: { trackingId: 'SDP-26-AAAAAA', receiptCode: '0'.repeat(16) },
  }),
  'PUT /api/complaint/take-over': () => ({
    url: '/api/complaint/take-over',
    json: { trackingId: 'SDP-26-AAAAAA', receiptCode: '0'.repeat(16) },
  }),
  'PUT /api/complaint/receipt-code': ({ complaintId: id }) => ({
    url: '/api/complaint/receipt-code',
    json: { id, key: crypto.randomUUID(), kept: true },
  }),
  'POST /api/desk/filed': ({ scene }) => ({
    url: '/api/desk/filed',
    form: { ...scene.fields(), identity: 'anonymous', source: 'counter', consent: 'true' },
  }),
  'POST /api/desk/similar': () => ({ url: '/api/desk/similar', json: { text: 'No water' } }),
  'POST /api/desk/caller': () => ({ url: '/api/desk/caller', json: { phone } }),
  'POST /complain': ({ scene }) => plain('/complain', { ...scene.fields(), identity: 'anonymous' }),
  'GET /solved/:token': () => ({ url: '/solved/none' }),
  'POST /solved/:token': () => plain('/solved/none', { answer: 'yes' }),
  'POST /track': () => plain('/track', { trackingId: 'SDP-26-AAAAAA', receiptCode: '0'.repeat(16) }),
  'POST /api/complaint': ({ scene }) => ({ url: '/api/complaint', form: { ...scene.fields() } }),
  'PUT /api/complaint/reopen-complaint': onComplaint('resolved', { reason: 'It is dry again.' }),
  'PUT /api/complaint/withdraw-complaint': onComplaint('received', {}),
  'PUT /api/complaint/confirm-resolution': async ({ scene }) => ({
    url: '/api/complaint/confirm-resolution',
    json: { id: await scene.fileIn('resolved'), solved: true },
  }),
  'PUT /api/complaint/appeal': async ({ scene }) => ({
    url: '/api/complaint/appeal',
    json: { id: await scene.fileIn('rejected'), reason: 'Nobody looked at it.' },
  }),
  'PUT /api/complaint/answer-complaint': onComplaint('awaiting_citizen', { text: 'Since Monday.' }),
  // Without a file, so that its owner gets 400.
  'PUT /api/complaint/add-evidence': async ({ scene }) => ({
    url: '/api/complaint/add-evidence',
    form: { id: await scene.fileIn('in_progress') },
  }),
  'POST /api/survey': survey(() => ({})),
  'POST /api/survey [in the name of the owner]': survey(({ scene }) => ({ initiator: scene.citizen.id })),
  'POST /api/feedback': ({ feedbackCategory }) => ({
    url: '/api/feedback',
    form: { category: feedbackCategory, title: 'A kind clerk', description: '<p>Thank you.</p>' },
  }),
  'GET /api/feedback/:id': ({ feedbackId }) => ({ url: `/api/feedback/${feedbackId}` }),
  'GET /api/notification/mark-as-read/:id': mark({}),
  'GET /api/notification/mark-as-read/:id [cross-site]': mark({ 'sec-fetch-site': 'cross-site' }),
  'PUT /api/notification/mark-as-read/:id': mark({}),
  'PUT /api/notification/mark-as-read': () => ({ url: '/api/notification/mark-as-read', json: {} }),
  'PUT /api/desk/mail-times': () => ({ url: '/api/desk/mail-times', json: emailTopics }),
  'GET /api/mda/get-jurisdictions/:id': ({ scene }) => ({ url: `/api/mda/get-jurisdictions/${scene.mdaId}` }),
  'GET /api/mda/:id/summary': ({ scene }) => ({ url: `/api/mda/${scene.mdaId}/summary` }),
  'POST /api/desk/staff': () => ({ url: '/api/desk/staff', json: { ...person, email: newEmail(), role: 'oversight' } }),
  'PATCH /api/desk/staff': ({ clerkId }) => ({
    url: '/api/desk/staff',
    json: { id: clerkId, first_name: 'Ify', version: 1 },
  }),
  'PATCH /api/desk/staff [a citizen]': ({ scene }) => ({
    url: '/api/desk/staff',
    json: { id: scene.citizen.id, disabled: true, version: 1 },
  }),
  'POST /api/desk/saved-reply': () => ({ url: '/api/desk/saved-reply', json: newReply() }),
  'PATCH /api/desk/saved-reply/:id': onSavedReply({ text: 'Dear {citizen}', version: 1 }),
  'DELETE /api/desk/saved-reply/:id': onSavedReply(),
  'POST /api/desk/mda': () => ({ url: '/api/desk/mda', form: { name: `Office ${(count += 1)}` } }),
  'PATCH /api/desk/mda/:id': async ({ scene }, _, test) => ({
    url: `/api/desk/mda/${scene.mdaId}`,
    form: { active: 'true', version: String(await versionOf(test, 'mda', scene.mdaId)) },
  }),
  'POST /api/desk/mda/:id/jurisdiction': ({ scene }) => ({
    url: `/api/desk/mda/${scene.mdaId}/jurisdiction`,
    json: { name: `Place ${(count += 1)}` },
  }),
  'PATCH /api/desk/jurisdiction/:id': async (_, __, test) => {
    const { jurisdictionIds } = await test.mda({ jurisdictions: ['North'] });
    return { url: `/api/desk/jurisdiction/${jurisdictionIds[0]}`, json: { name: 'South', version: 1 } };
  },
  'POST /api/desk/category': () => ({
    url: '/api/desk/category',
    json: { kind: 'complaint', name: `Topic ${(count += 1)}` },
  }),
  'PATCH /api/desk/category/:id': async (_, __, test) => ({
    url: `/api/desk/category/${await test.category()}`,
    json: { place: 0, version: 1 },
  }),
  'PUT /api/desk/names/:kind/:id': async (_, __, test) => ({
    url: `/api/desk/names/category/${await test.category()}`,
    json: { names: { ha: 'Ruwa' }, version: 1 },
  }),
  'POST /api/desk/demo/removal': () => ({ url: '/api/desk/demo/removal', json: { confirm: 'REMOVE' } }),
  ...channelAskers,
  ...contactAskers,
  'POST /api/desk/holiday': (_, __, test) => ({ url: '/api/desk/holiday', json: newHoliday(test) }),
  'DELETE /api/desk/holiday/:id': async ({ scene }, _, test) => {
    const [id, { name, from }] = [crypto.randomUUID(), newHoliday(test, (count += 1))];
    await insertHolidays(test.services.db, [{ id, name, day: from, mdaId: scene.mdaId }]);
    return { url: `/api/desk/holiday/${id}` };
  },
  'PUT /api/desk/weekend': async ({ scene }, _, { pool }) => {
    const { rows } = await pool.query('select version from mda where id = $1', [scene.mdaId]);
    return { url: '/api/desk/weekend', json: { weekend: 'fri,sat', version: rows[0].version } };
  },
  'PUT /api/desk/target': async (_, __, test) => ({
    url: '/api/desk/target',
    json: { ...targetDays, category: await test.category(), version: 0 },
  }),
  'DELETE /api/desk/target/:id': async ({ scene }, _, test) => {
    const [id, categoryId] = [crypto.randomUUID(), await test.category()];
    const days = { acknowledge: 1, reply: 2, resolve: 3 };
    await putSlaTarget(test.services.db, { id, categoryId, mdaId: scene.mdaId, ...days });
    return { url: `/api/desk/target/${id}?version=1` };
  },
  'GET /api/desk/feedback/:id': ({ feedbackId }) => ({ url: `/api/desk/feedback/${feedbackId}` }),
  'POST /api/desk/feedback/:id/reply': async ({ scene, feedbackCategory: category }, _, { services }) => {
    const words = { category, title: 'Please answer', description: '<p>Thank you.</p>' };
    const id = await submitFeedback(services, scene.citizen.id, words, []);
    return { url: `/api/desk/feedback/${id}/reply`, json: { text: 'Thank you.' } };
  },
  'POST /api/oidc/start': () => ({ url: '/api/oidc/start', json: {} }),
  'POST /api/oidc/link': () => ({ url: '/api/oidc/link' }),
  'POST /api/oidc/session': () => ({ url: '/api/oidc/session', json: { ticket: 'none' } }),
  'GET /api/oidc/callback': () => ({ url: '/api/oidc/callback?code=none' }),
  'POST /api/oidc/logout': () => plain('/api/oidc/logout', { logout_token: 'none' }),
  'POST /api/invitation': () => ({ url: '/api/invitation', json: { invitation: 'x'.repeat(43) } }),
  'POST /api/invitation/accept': () => ({
    url: '/api/invitation/accept',
    json: { invitation: 'x'.repeat(43), ...pair },
  }),
  'POST /api/desk/staff/:id/invitation': async (_, __, test) => {
    const { id } = await test.staff('oversight');
    await test.services.db.update(account).set({ passwordHash: null }).where(eq(account.id, id));
    return { url: `/api/desk/staff/${id}/invitation` };
  },
  'POST /api/desk/staff/:id/invitation [a citizen]': ({ scene }) => ({
    url: `/api/desk/staff/${scene.citizen.id}/invitation`,
  }),
  'POST /api/desk/staff/:id/mfa-reset': async (_, __, test) => {
    const { id } = await test.staff('oversight');
    await test.services.db.update(account).set({ mfaAt: test.clock.now() }).where(eq(account.id, id));
    return { url: `/api/desk/staff/${id}/mfa-reset`, json: { currentPassword: password } };
  },
  'POST /api/desk/staff/:id/mfa-reset [a citizen]': ({ scene }) => ({
    url: `/api/desk/staff/${scene.citizen.id}/mfa-reset`,
    json: { currentPassword: password },
  }),
  'POST /api/desk/access-change/:id/confirmation': async (_, __, test) => ({
    url: `/api/desk/access-change/${await changedStaff(test, { madeAt: null })}/confirmation`,
    json: { currentPassword: password, version: 1 },
  }),
  'DELETE /api/desk/access-change/:id/confirmation': async (_, __, test) => ({
    url: `/api/desk/access-change/${await changedStaff(test, { madeAt: null })}/confirmation?version=1`,
  }),
  'POST /api/desk/access-change/:id/undo': async ({ scene }, _, test) => ({
    url: `/api/desk/access-change/${await changedStaff(test, { madeAt: test.clock.now(), mdaId: scene.mdaId })}/undo`,
    json: { version: 1 },
  }),
  'GET /api/desk/staff/:id/cover': async ({ scene }, _, test) => ({
    url: `/api/desk/staff/${(await test.officer(scene.mdaId)).id}/cover`,
  }),
  'PUT /api/desk/staff/:id/leave': async ({ scene }, _, test) => ({
    url: `/api/desk/staff/${(await test.officer(scene.mdaId)).id}/leave`,
    json: { until: null, deputy: null },
  }),
  'POST /api/desk/staff/:id/sign-out': async (_, __, test) => ({
    url: `/api/desk/staff/${(await test.staff('oversight')).id}/sign-out`,
  }),
  'POST /api/desk/staff/:id/sign-out [a citizen]': ({ scene }) => ({
    url: `/api/desk/staff/${scene.citizen.id}/sign-out`,
  }),
  'POST /api/password-again': () => ({ url: '/api/password-again', json: { currentPassword: password } }),
  'POST /api/desk/mfa': () => ({ url: '/api/desk/mfa', json: { currentPassword: password } }),
  'POST /api/desk/mfa/confirm': () => ({ url: '/api/desk/mfa/confirm', json: { code: 'none like it' } }),
  'POST /api/desk/mfa/recovery-codes': () => ({
    url: '/api/desk/mfa/recovery-codes',
    json: { currentPassword: password, code: '000000' },
  }),
  'POST /api/desk/mfa/off': () => ({
    url: '/api/desk/mfa/off',
    json: { currentPassword: password, code: '000000' },
  }),
  'POST /api/desk/complaint/:id/presence': ({ complaintId }) => ({
    url: `/api/desk/complaint/${complaintId}/presence`,
    json: { open: true, writing: null },
  }),
  'POST /api/complaint/:id/translation': ({ complaintId }) => ({
    url: `/api/complaint/${complaintId}/translation`,
    json: { step: '1', to: 'fr' },
  }),
  'POST /api/desk/complaint/:id/translation': ({ complaintId }) => ({
    url: `/api/desk/complaint/${complaintId}/translation`,
    json: { step: '1', to: 'fr' },
  }),
  'POST /api/desk/complaint/:id/undo': ({ complaintId }) => ({
    url: `/api/desk/complaint/${complaintId}/undo`,
    json: { hold: crypto.randomUUID() },
  }),
  'POST /api/desk/complaint/preview': ({ complaintId }) => ({
    url: '/api/desk/complaint/preview',
    json: { action: 'reply', text: 'Dear {citizen}', complaints: [complaintId] },
  }),
  'POST /api/desk/bulk-run': async ({ scene }) => ({
    url: '/api/desk/bulk-run',
    json: {
      id: crypto.randomUUID(),
      action: 'assign',
      assignee: null,
      items: [{ id: await scene.file(), version: 1 }],
    },
  }),
  'GET /api/file/:id': ({ fileId }, { sessionId }, test) => signed(test, fileId, sessionId),
  'GET /api/file/:id [address of the owner]': async ({ fileId, owner }, _, test) =>
    signed(test, fileId, (await owner()).sessionId),
  'GET /api/file/:id [unsigned]': ({ fileId }) => ({ url: `/api/file/${fileId}` }),
};

/** Builds the call of one row by one visitor, on objects of the owner. */
export async function askFor(row: AccessRow, estate: Estate, visitor: Visitor, test: TestApp): Promise<Ask> {
  const name = `${row.method} ${row.url}`;
  const key = row.way === '' ? name : `${name} [${row.way}]`;
  const asker = askers[key] ?? (row.url.includes(':action') ? act(row.way as Action) : undefined);
  if (asker) return asker(estate, visitor, test);
  if (row.way !== '') throw new Error(`Nobody knows how to call ${key}.`);
  return { url: row.url.replace(':id', estate.complaintId).replace('*', '') };
}

/**
 * Builds the calls of a row one after the other. A refused call left its complaint unchanged, so the next visitor repeats it:
 * bringing a complaint into its state takes most of the time.
 */
export function askInTurn(row: AccessRow, estate: Estate, test: TestApp) {
  const isStep = /:action|^\/api\/(complaint|survey)\b/.test(row.url);
  let refused: Ask | undefined;
  return {
    next: async (visitor: Visitor) =>
      (visitor.isRecused ? undefined : refused) ?? (await askFor(row, estate, visitor, test)),
    answered(ask: Ask, visitor: Visitor, status: number) {
      refused = isStep && !visitor.isRecused && status >= 400 ? ask : undefined;
    },
  };
}

function onComplaint(state: State, words: object): Asker {
  const path: Partial<Record<State, string>> = { resolved: 'reopen', received: 'withdraw', awaiting_citizen: 'answer' };
  return async ({ scene }) => ({
    url: `/api/complaint/${path[state]}-complaint`,
    json: { id: await scene.fileIn(state), ...words },
  });
}

const newReply = () => ({ title: `Reply ${(count += 1)}`, text: 'Thank you.', step: 'reply' as const });

function onSavedReply(json?: object): Asker {
  return async ({ scene }, _, { services: { db, clock } }) => {
    const id = crypto.randomUUID();
    await insertSavedReply(db, { ...newReply(), id, mdaId: scene.mdaId, updatedAt: clock.now() });
    return { url: `/api/desk/saved-reply/${id}${json ? '' : '?version=1'}`, ...(json && { json }) };
  };
}

const targetDays = { acknowledge: 1, reply: 2, resolve: 3 };
const newHoliday = ({ clock }: TestApp, ahead = 1) => {
  const from = new Date(clock.now().getTime() + ahead * 24 * 3_600_000).toISOString().slice(0, 10);
  return { name: 'Town day', from };
};

function survey(more: (estate: Estate) => object): Asker {
  return async (estate) => {
    const complaint = await estate.scene.fileIn('resolved');
    return { url: '/api/survey', json: { complaint, rating: 4, description: 'Good.', ...more(estate) } };
  };
}

function mark(headers: Record<string, string>): Asker {
  return ({ notificationId }) => ({ url: `/api/notification/mark-as-read/${notificationId}`, headers });
}

/** A state that allows each action, so that only access decides; others start in progress. */
const startOf: Partial<Record<Action, State>> = {
  start: 'received',
  proposeRejection: 'received',
  reject: 'received',
  returnRejection: 'received',
  withdrawQuestion: 'awaiting_citizen',
  answer: 'awaiting_citizen',
  reopen: 'resolved',
  withdrawTransfer: 'transfer_offered',
  acceptTransfer: 'transfer_offered',
  declineTransfer: 'transfer_offered',
  decideTransfer: 'transfer_undecided',
  upholdAppeal: 'appeal',
  declineAppeal: 'appeal',
  appeal: 'rejected',
  release: 'merged',
};

function act(action: Action): Asker {
  return async ({ scene }, { isRecused, accountId }, test) => {
    const id = await scene.fileIn(startOf[action] ?? 'in_progress');
    if (['discloseIdentity', 'denyIdentity'].includes(action)) await scene.act(scene.officer, id, 'requestIdentity');
    if (action === 'reject' || action === 'returnRejection') await scene.act(scene.officer, id, 'proposeRejection');
    if (action === 'liftRecusal') await scene.act(scene.supervisor, id, 'recuse');
    if (action === 'confirmRecusal') await scene.mention(id);
    if (isRecused && accountId) await scene.act(scene.supervisor, id, 'recuse', { person: accountId });
    const { version } = (await rowOf(test, id)).row;
    const words = action === ('erase' as Action) ? {} : await scene.wordsFor(action);
    return { url: `/api/desk/complaint/${id}/${action}`, json: { ...words, version } };
  };
}

/** Creates a member of staff with a change that waits for a second person, or was made; returns its id. */
async function changedStaff(test: TestApp, { madeAt, mdaId = null }: { madeAt: Date | null; mdaId?: string | null }) {
  const [{ id: accountId }, { id: requestedBy }] = [await test.staff('oversight'), await test.staff('administrator')];
  const [id, former] = [crypto.randomUUID(), { role: 'oversight', mdaId: null, disabled: true } as const];
  const change = { action: 'access', role: 'oversight', requestedAt: test.clock.now() } as const;
  await test.services.db.insert(accessChange).values({ id, accountId, mdaId, requestedBy, former, madeAt, ...change });
  return id;
}
