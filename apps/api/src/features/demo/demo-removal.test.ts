import { followKnownIssue, getDemoData, getMdaStats, login, removeDemoData } from '@baraza/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isDemoRemoved } from '../../db/installation.store.ts';
import { openDemo, wantsDemo } from './seed/demo-access.ts';
import { accountId, demoAccounts, mdaId } from './seed/demo-accounts.ts';
import { seedDemo } from './seed/demo.ts';
import { seedReferenceData } from '../office/category/reference-data.ts';
import { createTestApp, type Person, type TestApp } from '../../../test/support/server/app.ts';
import { auditedBy } from '../../../test/support/audited.ts';
import { failure } from '../../../test/support/failure.ts';
import { submitComplaint } from '../complaint/submit/submit-complaint.ts';

let test: TestApp;
let admin: Person;
let citizen: Person;
let realId: string;
const password = 'a sample pass phrase 5';

const signIn = (email: string, type: 'user' | 'mda') => test.call(login, { body: { email, password, type } });
async function countOf(query: string): Promise<number> {
  const { rows } = await test.pool.query<{ n: number }>(`select count(*)::int n from ${query}`);
  return rows[0]?.n ?? -1;
}

beforeAll(async () => {
  test = await createTestApp({ environment: { DEMO_PASSWORD: password } });
  await seedReferenceData(test.services);
  await seedDemo(test.services);
  await openDemo(test.services);
  admin = await test.staff('administrator');
  citizen = await test.citizen();
  // A real complaint to a sample MDA, assigned to a sample officer.
  const mda = mdaId('Ministry of Health');
  const { rows } = await test.pool.query<{ id: string }>(`select id from category where kind = 'complaint' limit 1`);
  const fields = {
    mda,
    category: rows[0]!.id,
    title: 'A real complaint',
    description: '<p>It is real.</p>',
    location: 'Here',
    incidentDate: test.clock.now().toISOString().slice(0, 10),
  };
  ({ id: realId } = await submitComplaint(test.services, citizen.caller, { fields, files: [], key: undefined }));
  await test.pool.query('update complaint set assignee_id = $1 where id = $2', [
    accountId(demoAccounts.officer),
    realId,
  ]);
  const { rows: issues } = await test.pool.query<{ id: string }>('select id from known_issue');
  await test.pool.query('insert into known_issue_complaint (complaint_id, known_issue_id) values ($1, $2)', [
    realId,
    issues[0]!.id,
  ]);
  await citizen.call(followKnownIssue, { params: issues[0]! });
  // What people who try a sample MDA out leave behind.
  const [kept, gone, supervisorId] = [mda, mdaId('City Council'), accountId(demoAccounts.supervisor)];
  await test.pool.query('insert into identity_request values ($1, $2, now())', [realId, supervisorId]);
  for (const id of [kept, gone]) {
    await test.pool.query(`insert into rule_list values ($1, 1, '[]', '{}', $2, now())`, [id, supervisorId]);
    await test.pool.query(`insert into unit (id, mda_id, name) values ($1, $1, 'A unit')`, [id]);
    await test.pool.query(
      `insert into custom_field (id, mda_id, category_id, name, type, personal, asked, position)
       select $1, $1, $2, 'A field', 'text', false, false, 1`,
      [id, fields.category],
    );
    await test.pool.query(
      `insert into burst (mda_id, category_id, area_code, day, usual)
       select $1, $2, code, now(), 0 from area where level = 3 order by code limit 1`,
      [id, fields.category],
    );
  }
  // A known issue by a real supervisor with an update by a sample officer.
  const supervisor = await test.staff('supervisor', mda);
  await test.pool.query(
    `insert into known_issue (id, mda_id, title, text, owner_id, created_at, area_code)
     select $1, $2, 'A real issue', 'x', $3, now(), code from area where level = 2 order by code limit 1`,
    [realId, mda, supervisor.id],
  );
  await test.pool.query(
    `insert into known_issue_update (id, known_issue_id, text, solved, at, author_id) values ($1, $1, 'x', false, now(), $2)`,
    [realId, accountId(demoAccounts.officer)],
  );
});
afterAll(() => test.close());

describe('the sample data', () => {
  it('the preview of the removal counts the sample data', async () => {
    const counts = await admin.call(getDemoData);
    expect(counts.complaints).toBeGreaterThan(100);
    expect(counts.mdas).toBe(8);
    expect(counts.accounts).toBe(await countOf('account where demo'));
    expect(counts.feedback).toBe(3);
    expect((await signIn('citizen@demo.example', 'user')).token).toBeTruthy();
  });

  it('a sample administrator cannot remove the sample data', async () => {
    const { token } = await signIn('admin@demo.example', 'mda');
    const sample = test.callAs(token)(removeDemoData);
    expect(await failure(sample)).toMatchObject({ status: 409, code: 'CONFLICT' });
    expect(await countOf('complaint where demo')).toBeGreaterThan(100);
  });

  it('removing sample data does not allow deleting events of a real complaint', async () => {
    const wipe = test.services.db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('baraza.removing_demo', 'on', true)`);
      await tx.execute(sql`delete from complaint_event where complaint_id = ${realId}`);
    });
    await expect(wipe).rejects.toMatchObject({ cause: { message: 'the history of a complaint is append-only' } });
    const sample = test.pool.query(
      'delete from complaint_event where complaint_id in (select id from complaint where demo)',
    );
    await expect(sample).rejects.toThrow('append-only');
  });

  it('removing the sample data leaves the data of real people', async () => {
    const before = await admin.call(getDemoData);
    expect(await admin.call(removeDemoData)).toEqual({ accounts: 0, mdas: 0, complaints: 0, feedback: 0 });
    expect(await countOf('complaint')).toBe(1);
    expect(await countOf('complaint_event')).toBe(1);
    expect(await countOf('feedback')).toBe(0);
    expect(await countOf('mda where active')).toBe(1);
    expect(await countOf(`known_issue where title <> 'A real issue'`)).toBe(0);
    expect(await countOf('known_issue_follower')).toBe(0);
    expect(await Promise.all(['unit', 'custom_field', 'rule_list', 'burst'].map(countOf))).toEqual([1, 1, 0, 0]);
    expect(await countOf('area')).toBe(2);
    expect(await countOf('area where active or demo')).toBe(0);
    expect(await countOf(`known_issue_update where known_issue_id = '${realId}'`)).toBe(1);
    expect(await countOf(`complaint where id = '${realId}' and assignee_id is not null`)).toBe(1);
    expect((await citizen.call(getMdaStats)).mdaStats).toMatchObject([
      { mdas_name: 'Ministry of Health', totalComplaints: 1, resolvedComplaints: 0 },
    ]);
    expect(await auditedBy(test, admin)).toContainEqual(
      expect.objectContaining({ action: 'demo.removed', detail: before }),
    );
  });

  it('after removal sample accounts cannot sign in, and no start adds them again', async () => {
    for (const { email, role } of Object.values(demoAccounts)) {
      const type = role === 'citizen' ? 'user' : 'mda';
      expect(await failure(signIn(email, type))).toMatchObject({ status: 401, code: 'INVALID_CREDENTIALS' });
    }
    expect(await isDemoRemoved(test.services.db)).toBe(true);
    expect(await wantsDemo(test.services, true)).toBe(false);
    const insists = { ...test.services, settings: { ...test.services.settings, demo: true } };
    expect(await wantsDemo(insists, true)).toBe(false);
    expect(await openDemo(insists)).toBeUndefined();
    expect(await failure(signIn('citizen@demo.example', 'user'))).toMatchObject({ status: 401 });
  });

  it('removing the sample data twice changes nothing', async () => {
    expect(await admin.call(removeDemoData)).toEqual({ accounts: 0, mdas: 0, complaints: 0, feedback: 0 });
    expect(await countOf('complaint')).toBe(1);
  });

  it('only administrators can remove sample data', async () => {
    expect(await failure(citizen.call(removeDemoData))).toMatchObject({ status: 403 });
    expect(await failure((await test.staff('oversight')).call(removeDemoData))).toMatchObject({ status: 403 });
  });
});
