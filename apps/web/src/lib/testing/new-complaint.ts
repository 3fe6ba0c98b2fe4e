import type { NewItem } from '../outbox/send.ts';

type StoredFile = NewItem['content']['files'][number];

/** Makes a complaint with the idempotency key `k1`. */
export const newComplaint = (account: string, files: readonly StoredFile[] = []): NewItem => ({
  kind: 'complaint',
  account,
  title: 'No water',
  office: 'Water',
  body: { title: 'No water' },
  content: { values: {}, files, recording: null, submissionKey: 'k1' },
  path: '/new',
});
