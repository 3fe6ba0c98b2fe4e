import { createClient, type Call, login } from '@baraza/contract';
import { demoPassword, portalUrl } from './portal.ts';

/** A typed client of a demo account, for what a journey needs to know beside the screen. */
export async function demoClient(email: string, type: 'user' | 'mda'): Promise<Call> {
  let token: string | null = null;
  const call = createClient({ baseUrl: `${portalUrl}/api`, token: () => token });
  token = (await call(login, { body: { email, password: demoPassword, type } })).token;
  return call;
}
