import { createHash } from 'node:crypto';
import type { Complaint } from '@baraza/contract';
import { fileComplaint } from './complaints.ts';
import { portalUrl } from './portal.ts';
import { newCitizen } from './session.ts';

/** Returns the files of a complaint, with those added later. */
export const filesOf = ({ attachments, history }: Complaint) => [
  ...attachments,
  ...history.flatMap((event) => event.attachments ?? []),
];

/** Returns the hash of a stored file. */
export async function hashOf({ filePath }: { filePath: string }): Promise<string> {
  const answer = await fetch(portalUrl + filePath);
  return createHash('sha256')
    .update(Buffer.from(await answer.arrayBuffer()))
    .digest('hex');
}

/** Returns the hash of a film that was filed in one piece. */
export async function hashInOnePiece(film: Buffer): Promise<string> {
  const { call } = await newCitizen('Other');
  const file = new File([new Uint8Array(film)], 'film.mp4', { type: 'video/mp4' });
  const { attachments } = await fileComplaint(call, { title: 'In one piece', files: [file] });
  return hashOf(attachments[0]!);
}

/** Returns a generator of random numbers from 0 to 1 by a seed. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}
