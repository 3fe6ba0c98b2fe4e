import { addIssueUpdate, createKnownIssue } from '@baraza/contract';
import { expect, test } from 'vitest';
import { createScene } from '../../../../test/support/complaints.ts';
import { sharedTestApp } from '../../../../test/support/server/app.ts';
import { notifyFollowers } from './notify-followers.ts';

/*
 * Updates to more followers than one transaction notifies.
 */

const api = sharedTestApp();

/** Three transactions: two full ones and the rest. */
const followers = 205;

test('each of 205 followers gets one notification and one mail of an update, also when its job runs twice', async () => {
  const scene = await createScene(api);
  const complaints = [await scene.file()];
  const words = { title: 'Power cut in Lakeside 3', text: 'The transformer burnt out.' };
  const body = { ...words, owner: scene.officer.id, complaints };
  const { id } = await scene.supervisor.call(createKnownIssue, { body });
  const emails = [scene.citizen.email, ...(await addFollowers(id, followers - 1))].toSorted();

  await scene.supervisor.call(addIssueUpdate, { params: { id }, body: { text: 'A new one is on its way.' } });
  const mails = (await api.outbox()).filter(({ text }) => text.includes(`/known-issue/${id}`));
  const update = await api.pool.query<{ id: string }>('select id from known_issue_update where known_issue_id = $1', [
    id,
  ]);
  await notifyFollowers(api.services, { updateId: update.rows[0]!.id });

  const notified = await api.pool.query<{ email: string }>(
    'select email from notification n join account a on a.id = n.account_id where n.known_issue_id = $1',
    [id],
  );
  expect(mails.map(({ to }) => to).toSorted()).toEqual(emails);
  expect(notified.rows.map(({ email }) => email).toSorted()).toEqual(emails);
});

/** Adds citizens who follow a known issue. Returns their e-mail addresses. */
async function addFollowers(knownIssueId: string, count: number): Promise<string[]> {
  const { rows } = await api.pool.query<{ email: string }>(
    `with citizen as (
       insert into account (id, role, email, first_name, last_name, email_verified_at, created_at)
       select gen_random_uuid(), 'citizen', 'follower' || n || '@people.example', 'Ada', 'Obi', now(), now()
       from generate_series(1, $2::int) n returning id, email
     ), following as (
       insert into known_issue_follower (known_issue_id, account_id, since) select $1, id, now() from citizen
     )
     select email from citizen`,
    [knownIssueId, count],
  );
  return rows.map(({ email }) => email);
}
