import path from 'node:path';
import { addEvidence, login, openGuestSession, submitGuestComplaint } from '@baraza/contract';
import { expect, test } from 'vitest';
import { sha256 } from '../../src/crypto/digest.ts';
import { receiptCodeOf } from '../../src/features/people/guest/open-guest-session.ts';
import { backUp, installationOf } from '../support/backups.ts';
import { createScene } from '../support/complaints.ts';
import { dumpOf, filesIn } from '../support/dump.ts';
import { photo } from '../support/media.ts';
import { outcomeOf } from '../support/outcome.ts';
import { sharedTestApp } from '../support/server/app.ts';

/* A thief has the database, or a backup of an embedded installation, which contains the secret key as well. */

const api = sharedTestApp();

test('a stolen database or backup leads to no receipt code, idempotency key or session', async () => {
  const scene = await createScene(api);
  const key = crypto.randomUUID();
  const filing = { form: { ...scene.fields(), identity: 'anonymous' as const } };
  const headers = { 'idempotency-key': key };
  const receipt = await api.call(submitGuestComplaint, filing, { headers });
  const { trackingId, receiptCode } = receipt;
  const { token: guestToken } = await api.call(openGuestSession, { body: { trackingId, receiptCode } });
  const evidence = { id: receipt.id, text: 'More' };
  const evidenceKey = crypto.randomUUID();
  const sent = { form: evidence, files: { files: [await photo()] } };
  await api.callAs(guestToken)(addEvidence, sent, { headers: { 'idempotency-key': evidenceKey } });
  const { email, password } = scene.citizen;
  const { token } = await api.call(login, { body: { email, password, type: 'user' } });

  const backups = path.join(api.services.settings.dataDir, 'backups');
  await backUp(installationOf(api), backups);
  const stolen = [await dumpOf(api.pool), await filesIn(backups)].join('\n');

  expect(stolen).toContain(trackingId);
  for (const secret of [receiptCode, key, evidenceKey, token, guestToken]) {
    expect(stolen).not.toContain(secret);
    expect(stolen).not.toContain(secret.replaceAll('-', ''));
  }
  const words = new Set(stolen.match(/[\w-]{6,}/gu));
  for (const word of words) {
    expect(receiptCodeOf(api.services.keys, word)).not.toBe(receiptCode);
    expect(sha256(word).equals(sha256(token))).toBe(false);
  }
  // The stored hash opens nothing, and the device that has the key still gets its code.
  const { rows } = await api.pool.query<{ key: string }>('select key from idempotency_key');
  expect(rows.length).toBeGreaterThan(1);
  for (const row of rows) {
    const answer = await api.call(submitGuestComplaint, filing, { headers: { 'idempotency-key': row.key } });
    expect(answer.receiptCode).not.toBe(receiptCode);
    const guess = { trackingId, receiptCode: answer.receiptCode };
    expect(await outcomeOf(api.call(openGuestSession, { body: guess }))).toMatchObject({ status: 401 });
  }
  expect(await api.call(submitGuestComplaint, filing, { headers })).toEqual(receipt);
});
