import { type Call, enterByProvider, linkProvider, startProviderSignIn } from '@baraza/contract';
import { createClient, type Transport } from '@baraza/contract/core/client';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createTestApp, type Person, type TestApp } from './app.ts';
import { type SignInProvider, startSignInProvider } from './sign-in-provider.ts';

export const deskOrigin = 'http://127.0.0.1:3000';

/** Opens an app whose staff sign in through a provider, and an officer with somebody there for each test. */
export function sharedProviderWorld(settings: Readonly<Record<string, string>> = {}) {
  let count = 0;
  const world = {} as ProviderWorld;
  beforeAll(async () => {
    world.provider = await startSignInProvider(deskOrigin);
    world.api = await createTestApp({ environment: { ...world.provider.environment, ...settings } });
    world.roads = (await world.api.mda({ name: 'Ministry of Roads' })).id;
    Object.assign(world, walksOf(world));
  });
  afterAll(async () => {
    await world.api.close();
    await world.provider.close();
  });
  beforeEach(async () => {
    const { api, provider, roads } = world;
    provider.tamper = undefined;
    provider.isDown = false;
    world.officer = await api.officer(roads);
    world.sub = `subject ${(count += 1)}`;
    provider.people[world.sub] = { baraza_role: 'officer', baraza_mda: 'Ministry of Roads' };
  });
  return world;
}

type ProviderWorld = World & ReturnType<typeof walksOf>;

interface World {
  api: TestApp;
  provider: SignInProvider;
  roads: string;
  officer: Person;
  /** Subject of the officer at the provider. */
  sub: string;
}

function walksOf(world: World) {
  const { api, provider } = world;

  /** Opens a browser that keeps the cookies of the desk. */
  function browser(token: string | null = null) {
    const cookies: Record<string, string> = {};
    const inject = async (method: string, url: string, headers: Record<string, string> = {}, payload?: string) => {
      const sent = { method: method as 'GET', url, headers, cookies, ...(payload !== undefined && { payload }) };
      const response = await api.app.inject(sent);
      for (const { name, value } of response.cookies) cookies[name] = value;
      return response;
    };
    const transport: Transport = async ({ method, url, headers, body }) => {
      const response = await inject(method, url, headers, body as string | undefined);
      return { status: response.statusCode, header: () => null, text: response.body };
    };
    const call: Call = createClient({ token: () => token, transport });
    /** Follows the provider's redirect; returns the page of the desk and its fragment. */
    async function comeBack(address: string) {
      const { pathname, search } = new URL(address);
      const { headers } = await inject('GET', pathname + search);
      const [page, outcome = ''] = String(headers.location).split('#oidc=');
      return { page, outcome };
    }
    return { call, comeBack };
  }

  /** Walks to the provider and back as a person there. */
  async function walk(from = browser(), as = world.sub, invitation?: string) {
    const { address } = await from.call(startProviderSignIn, { body: { invitation } });
    const returned = await provider.visit(address, as);
    return { ...from, returned, ...(await from.comeBack(returned)) };
  }

  /** Links the account of a signed-in person. */
  async function link(person: Person, as = world.sub) {
    const own = browser(person.token);
    const { address } = await own.call(linkProvider);
    return own.comeBack(await provider.visit(address, as));
  }

  /** Signs in through the provider; returns calls of that session. */
  async function signIn(as = world.sub) {
    const { call, outcome } = await walk(browser(), as);
    const { token } = await call(enterByProvider, { body: { ticket: outcome } });
    return { token, call: api.callAs(token) };
  }

  return { browser, walk, link, signIn };
}
