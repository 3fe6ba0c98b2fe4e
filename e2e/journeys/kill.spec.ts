import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createClient, type Call } from '@baraza/contract/core/client';
import { login } from '@baraza/contract/account/account';
import { listComplaintCategories } from '@baraza/contract/category/category';
import { getComplaint, submitComplaint } from '@baraza/contract/complaint/complaint';
import { listJurisdictions, listMdas } from '@baraza/contract/mda/mda';
import { expect, test } from '@playwright/test';
import { OwnPortal } from '../support/own-portal.ts';
import { demoPassword, fixture, port } from '../support/portal.ts';

const rounds = Number(process.env['KILL_ROUNDS'] ?? 1);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** 'Lost' means answered with success and not found whole afterwards, by id and by the hash of its file. */
test(`no acknowledged complaint is missing after ${rounds} kills`, async () => {
  test.setTimeout(90_000 + rounds * 30_000);
  const portal = await OwnPortal.create(port + 2);
  const recording = await readFile(fixture('statement.wav'));
  const acknowledged = new Map<string, { title: string }>();
  let unanswered: { key: string; title: string } | undefined;
  try {
    for (let round = 0; round <= rounds; round++) {
      await portal.start();
      const call = await signIn(portal);
      const file = await newComplaint(call);
      if (unanswered) {
        // The request that the kill cut off is sent again with its key: it must end as one complaint.
        const { key, title } = unanswered;
        const first = await file(key, title, recording);
        const second = await file(key, title, recording);
        expect(second.id).toBe(first.id);
        acknowledged.set(first.id, { title });
        unanswered = undefined;
      }
      for (const [id, { title }] of acknowledged) await expectWhole(call, portal.url, id, title, sha256(recording));
      if (round === rounds) break;

      let stop = false;
      const writers = Promise.all(
        [0, 1, 2].map(async (writer) => {
          for (let n = 0; !stop; n++) {
            const title = `Round ${round}, writer ${writer}, complaint ${n}`;
            const key = `kill-${round}-${writer}-${n}-${Date.now()}`;
            try {
              acknowledged.set((await file(key, title, recording)).id, { title });
            } catch {
              unanswered = { key, title };
              return;
            }
          }
        }),
      );
      // However slow the machine is, something was answered with success before the kill.
      const before = acknowledged.size;
      await expect.poll(() => acknowledged.size, { intervals: [20] }).toBeGreaterThan(before);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 1_500));
      await portal.kill();
      stop = true;
      await writers;
    }
  } finally {
    await portal.remove();
  }
});

async function signIn(portal: OwnPortal): Promise<Call> {
  let token: string | null = null;
  const call = createClient({ baseUrl: `${portal.url}/api`, token: () => token });
  token = (await call(login, { body: { email: 'citizen@demo.example', password: demoPassword, type: 'user' } })).token;
  return call;
}

async function newComplaint(call: Call) {
  const mda = (await call(listMdas))[0]!;
  const jurisdictions = await call(listJurisdictions, { params: { id: mda.id } });
  const category = (await call(listComplaintCategories))[0]!;
  return (key: string, title: string, recording: Uint8Array) =>
    call(
      submitComplaint,
      {
        form: {
          mda: mda.id,
          mdaJurisdiction: mda.isJurisdictionAllowed ? (jurisdictions[0]?.id ?? '') : '',
          category: category.id,
          title,
          description: '<p>Filed while the power fails.</p>',
          location: 'Anywhere',
          incidentDate: new Date().toISOString().slice(0, 10),
        },
        files: { audio: new File([new Uint8Array(recording)], 'statement.wav', { type: 'audio/wav' }) },
      },
      { headers: { 'idempotency-key': key } },
    );
}

async function expectWhole(call: Call, url: string, id: string, title: string, hash: string): Promise<void> {
  const complaint = await call(getComplaint, { params: { id } });
  expect(complaint.title).toBe(title);
  expect(complaint.history.map((entry) => entry.action)).toEqual(['submit']);
  expect(complaint.attachments).toHaveLength(1);
  const response = await fetch(new URL(complaint.attachments[0]!.filePath, url));
  expect(sha256(new Uint8Array(await response.arrayBuffer()))).toBe(hash);
}
