import { createHash } from 'node:crypto';
import type { Complaint } from '@baraza/contract';
import { fileComplaint } from './complaints.ts';
import { portalUrl } from './portal.ts';
import { newCitizen } from './session.ts';

/** The files of a complaint, whether they came with it or later. */
export const filesOf = ({ attachments, history }: Complaint) => [
  ...attachments,
  ...history.flatMap((event) => event.attachments ?? []),
];

/** The hash of a file that the portal keeps. */
export async function hashOf({ filePath }: { filePath: string }): Promise<string> {
  const answer = await fetch(portalUrl + filePath);
  return createHash('sha256')
    .update(Buffer.from(await answer.arrayBuffer()))
    .digest('hex');
}

/** The hash that the film has when it is filed in one piece. */
export async function hashInOnePiece(film: Buffer): Promise<string> {
  const { call } = await newCitizen('Other');
  const file = new File([new Uint8Array(film)], 'film.mp4', { type: 'video/mp4' });
  const { attachments } = await fileComplaint(call, { title: 'In one piece', files: [file] });
  return hashOf(attachments[0]!);
}

/** Random numbers from 0 to 1, the same ones for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}
