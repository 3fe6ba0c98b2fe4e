import { openGuestSession, submitGuestComplaint } from '@baraza/contract';
import type { Scene } from './complaints.ts';
import type { TestApp } from './server/app.ts';

/** Files a complaint without an account. */
export async function fileAsGuest(test: TestApp, scene: Scene, identity: 'confidential' | 'anonymous' = 'anonymous') {
  const receipt = await test.call(submitGuestComplaint, { form: { ...scene.fields(), identity } });
  const { rows } = await test.pool.query<{ id: string }>('select citizen_id as id from complaint where id = $1', [
    receipt.id,
  ]);
  return { ...receipt, accountId: rows[0]?.id ?? '' };
}

/** Opens it with its receipt code; returns the client of its guest. */
export async function openAsGuest(
  test: TestApp,
  { trackingId, receiptCode }: { trackingId: string; receiptCode: string },
) {
  const { token } = await test.call(openGuestSession, { body: { trackingId, receiptCode } });
  return test.callAs(token);
}
