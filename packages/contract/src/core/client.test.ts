import { describe, expect, test } from 'vitest';
import { getUser, login, updateProfile } from '../account/account.ts';
import { createClient, type TransportRequest, type TransportResponse } from './client.ts';
import { getComplaint, listComplaints, submitComplaint } from '../complaint/complaint.ts';
import { transitionComplaint } from '../complaint/transition.ts';
import { ApiError } from './error.ts';
import { message } from './message.ts';
import { getPortalSettings } from './portal.ts';

const id = '0190a1b2-c3d4-4e5f-8a9b-0c1d2e3f4a5b';

function answer(status: number, body: unknown, headers: Record<string, string> = {}): TransportResponse {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { status, text, header: (name) => headers[name] ?? null };
}

/** Returns a signed-in client whose server responds with this, and the requests it sent. */
function clientFor(response: TransportResponse | Error, token: string | null = 'secret') {
  const requests: TransportRequest[] = [];
  const unauthorized: ApiError[] = [];
  const call = createClient({
    token: () => token,
    onUnauthorized: (error) => unauthorized.push(error),
    transport: async (request) => {
      requests.push(request);
      if (response instanceof Error) throw response;
      return response;
    },
  });
  return { call, requests, unauthorized };
}

async function failure(call: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await call.then(() => undefined).catch((cause: unknown) => cause);
  if (error instanceof ApiError) return error;
  throw new Error('It should have failed with an ApiError.', { cause: error });
}

describe('the request', () => {
  test('a request fills in its parameters, escaped, and omits blank ones', async () => {
    const { call, requests } = clientFor(answer(200, {}));
    await call(getComplaint, { params: { id: '../a b?' } });
    await call(transitionComplaint, { params: { id, action: 'reply' }, body: { text: 'Done', version: 3 } });
    await call(listComplaints, {
      query: { q: 'water & light', status: 'Pending', category: undefined, cursor: '', limit: 5 },
    });
    await call(listComplaints);
    expect(requests.map((request) => `${request.method} ${request.url}`)).toEqual([
      'GET /api/complaint/..%2Fa%20b%3F',
      `POST /api/desk/complaint/${id}/reply`,
      'GET /api/complaint?q=water+%26+light&status=Pending&limit=5',
      'GET /api/complaint',
    ]);
    expect(requests[1]?.body).toBe('{"text":"Done","version":3}');
  });

  test('a request carries the token, unless its call is public', async () => {
    const { call, requests } = clientFor(answer(200, {}));
    await call(getUser);
    await call(getPortalSettings);
    await call(login, { body: { email: 'a@mail.example', password: 'x', type: 'user' } });
    expect(requests.map((request) => request.headers)).toEqual([
      { accept: 'application/json', authorization: 'Bearer secret' },
      { accept: 'application/json' },
      { accept: 'application/json', 'content-type': 'application/json' },
    ]);
  });

  test('a request accepts further headers, an abort signal and another base address', async () => {
    const requests: TransportRequest[] = [];
    const call = createClient({
      baseUrl: 'https://portal.example/api',
      token: () => null,
      transport: async (request) => {
        requests.push(request);
        return answer(200, {});
      },
    });
    const { signal } = new AbortController();
    await call(getUser, {}, { headers: { 'x-try': '1' }, signal });
    expect(requests[0]).toMatchObject({
      url: 'https://portal.example/api/users/get-details',
      headers: { 'x-try': '1' },
      signal,
    });
  });

  test('a form is sent with its fields before its files, and with several files of one name', async () => {
    const { call, requests } = clientFor(answer(201, {}));
    const [first, second, sound] = [new Blob(['1']), new Blob(['22']), new Blob(['333'])];
    await call(submitComplaint, {
      files: { files: [first, second], audio: sound },
      form: {
        mda: id,
        mdaJurisdiction: undefined,
        category: id,
        title: 'No water',
        description: '<p>x</p>',
        location: 'Here',
        incidentDate: '2026-11-20',
      },
    });
    await call(updateProfile, {
      form: { first_name: 'Ada', last_name: 'Obi', email: 'a@mail.example', phone: '08000000' },
      files: { file: undefined },
    });
    const [complaint, profile] = requests.map((request) => (request.body instanceof FormData ? [...request.body] : []));
    expect(complaint?.map(([name, value]) => [name, typeof value === 'string' ? value : value.size])).toEqual([
      ['mda', id],
      ['category', id],
      ['title', 'No water'],
      ['description', '<p>x</p>'],
      ['location', 'Here'],
      ['incidentDate', '2026-11-20'],
      ['files', 1],
      ['files', 2],
      ['audio', 3],
    ]);
    expect(profile?.map(([name]) => name)).toEqual(['first_name', 'last_name', 'email', 'phone']);
    // The browser has to write this header itself: it alone knows the boundary.
    expect(requests[0]?.headers).not.toHaveProperty('content-type');
  });
});

describe('the answer', () => {
  test('a call returns the body of the response, or undefined without one', async () => {
    expect(await clientFor(answer(200, { id })).call(getUser)).toEqual({ id });
    expect(await clientFor(answer(204, '')).call(getUser)).toBeUndefined();
  });

  test('a 401 for a replaced token does not end the session that began meanwhile', async () => {
    let token = 'of one';
    const ended: ApiError[] = [];
    const call = createClient({
      token: () => token,
      onUnauthorized: (error) => ended.push(error),
      transport: async () => answer(401, { message: 'Please log in.', code: 'UNAUTHENTICATED' }),
    });
    const asked = failure(call(getUser));
    token = 'of two';
    await asked;
    expect(ended).toEqual([]);
    await failure(call(getUser));
    expect(ended).toHaveLength(1);
  });

  test('an error of the API keeps message, code, fields, allowed actions and waiting time', async () => {
    const body = {
      message: 'Input too short',
      code: 'VALIDATION_FAILED',
      fields: { title: 'Input too short' },
      allowed: ['note'],
    };
    const error = await failure(clientFor(answer(400, body, { 'retry-after': '30' })).call(getUser));
    expect(error).toMatchObject({ status: 400, ...body, retryAfter: 30 });
  });

  test('an error of the API without code, fields or seconds to wait has none of them', async () => {
    const error = await failure(
      clientFor(answer(429, { message: 'Wait' }, { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' })).call(getUser),
    );
    expect(error).toMatchObject({
      status: 429,
      message: 'Wait',
      code: 'UNKNOWN',
      fields: {},
      allowed: [],
      retryAfter: undefined,
    });
  });

  test.each([
    [502, '<html>Bad gateway</html>'],
    [500, '{"message":42}'],
    [503, ''],
    [404, 'null'],
    [200, '<html>Sign in to this network</html>'],
  ])('an error %i whose body is not of the API (%s) gets a message of ours', async (status, body) => {
    const error = await failure(clientFor(answer(status, body)).call(getUser));
    expect(error).toMatchObject({ status, code: 'UNAVAILABLE', message: message.unavailable });
  });

  test('a proxy with a lower limit on sizes is not reported as busy', async () => {
    const error = await failure(clientFor(answer(413, '<html>Request Entity Too Large</html>')).call(getUser));
    expect(error).toMatchObject({ status: 413, code: 'PAYLOAD_TOO_LARGE', message: message.payloadTooLarge });
  });

  test('an error without a response has status 0', async () => {
    const error = await failure(clientFor(new TypeError('Failed to fetch')).call(getUser));
    expect(error).toMatchObject({ status: 0, code: 'OFFLINE' });
  });

  test('an aborted call fails with the reason given for aborting it', async () => {
    const controller = new AbortController();
    controller.abort();
    const reason = new DOMException('gone', 'AbortError');
    await expect(clientFor(reason).call(getUser, {}, { signal: controller.signal })).rejects.toBe(reason);
  });

  test('a refused token is reported once per call, a wrong password is not', async () => {
    const refused = answer(401, { message: message.unauthenticated, code: 'UNAUTHENTICATED' });
    const signedIn = clientFor(refused);
    await failure(signedIn.call(getUser));
    expect(signedIn.unauthorized.map((error) => error.code)).toEqual(['UNAUTHENTICATED']);
    await failure(signedIn.call(login, { body: { email: 'a@mail.example', password: 'x', type: 'user' } }));
    expect(signedIn.unauthorized).toHaveLength(1);
    const signedOut = clientFor(refused, null);
    await failure(signedOut.call(getUser));
    expect(signedOut.unauthorized).toEqual([]);
  });
});
