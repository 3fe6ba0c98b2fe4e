import { createUpload, quotaMessage } from '@baraza/contract';
import { expect, test } from 'vitest';
import { outcomeOf } from '../../../test/support/outcome.ts';
import type { Person } from '../../../test/support/people.ts';
import { sharedTestApp } from '../../../test/support/server/app.ts';

/* Unfinished uploads of one person are limited. */

const api = sharedTestApp({ environment: { DAILY_FILES: '3', DAILY_MEGABYTES: '20' } });

const begin = (who: Person, length: number) =>
  outcomeOf(who.call(createUpload, {}, { headers: { 'tus-resumable': '1.0.0', 'upload-length': String(length) } }));
const refusal = { status: 429, message: quotaMessage.files };

test.each([
  ['files', 5, 3],
  ['bytes', 9_000_000, 2],
])(
  'resumable uploads of more %s than a day allows get 429, and other people can still upload',
  async (_, length, most) => {
    const citizen = await api.citizen();
    for (let count = 0; count < most; count += 1) expect(await begin(citizen, length)).toBe('success');

    expect(await begin(citizen, length)).toMatchObject(refusal);

    expect(await begin(await api.citizen(), length)).toBe('success');
  },
);
