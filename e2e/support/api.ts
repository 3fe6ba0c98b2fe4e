import { createClient, type Call, login } from '@baraza/contract';
import { demoPassword, portalUrl } from './portal.ts';

/** Returns a typed client of a demo account, for data that the screen does not show. */
export async function demoClient(email: string, type: 'user' | 'mda'): Promise<Call> {
  let token: string | null = null;
  const call = createClient({ baseUrl: `${portalUrl}/api`, token: () => token });
  token = (await call(login, { body: { email, password: demoPassword, type } })).token;
  return call;
}
