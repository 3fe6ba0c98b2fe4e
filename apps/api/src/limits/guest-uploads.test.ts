import { openGuestSession, submitGuestComplaint } from '@baraza/contract';
import { expect, test } from 'vitest';
import { createScene } from '../../test/support/complaints.ts';
import { sharedTestApp } from '../../test/support/server/app.ts';

const api = sharedTestApp({ rates: { guestUploads: { max: 20, seconds: 3600 } } });

test('guests of one network share the megabytes of the uploads they begin, and others are not concerned', async () => {
  const scene = await createScene(api);
  const openGuest = async () => {
    const form = { ...scene.fields(), identity: 'anonymous' } as const;
    const { trackingId, receiptCode } = await api.call(submitGuestComplaint, { form });
    return (await api.call(openGuestSession, { body: { trackingId, receiptCode } })).token;
  };
  const begin = async (token: string, remoteAddress: string) => {
    const about = {
      'upload-length': '9500000',
      'upload-metadata': `filename ${btoa('a.png')},filetype ${btoa('image/png')}`,
    };
    const headers = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0', ...about };
    return (await api.app.inject({ method: 'POST', url: '/api/upload', remoteAddress, headers })).statusCode;
  };
  const [one, other] = [await openGuest(), await openGuest()];

  expect([await begin(one, '192.0.2.1'), await begin(other, '192.0.2.1'), await begin(other, '192.0.2.1')]).toEqual([
    201, 201, 429,
  ]);
  expect(await begin(other, '198.51.100.7')).toBe(201);
  expect(await begin(scene.citizen.token, '192.0.2.1')).toBe(201);
});
