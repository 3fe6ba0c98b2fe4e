import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { type InteractionResults, Provider } from 'oidc-provider';

const client = { id: 'baraza', secret: 'a secret of the desk that nobody may log' };
export const providerName = 'Staff login';

/** Person at the provider, by their subject. */
type People = Record<string, Record<string, unknown>>;

export interface SignInProvider {
  readonly environment: Readonly<Record<string, string>>;
  /** Claims by subject; tests add and change them. */
  readonly people: People;
  /** Signs in at the provider, unless its cookies say so; returns the address of the desk's server that it sends people to. */
  visit(address: string, subject: string, cookies?: Map<string, string>): Promise<string>;
  /** Replaces what the token endpoint answers. */
  tamper: ((tokens: { id_token: string }) => object | Promise<object>) | undefined;
  /** Signs claims with the provider's key. */
  sign(claims: JWTPayload, type?: string): Promise<string>;
  /** Refuses every connection from now on, or no longer. */
  isDown: boolean;
  close(): Promise<void>;
}

/** Starts the certified npm `oidc-provider` with one client, whose people sign in without a form. */
export async function startSignInProvider(deskOrigin: string): Promise<SignInProvider> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const key = { ...(await exportJWK(privateKey)), kid: 'one', use: 'sig', alg: 'RS256' };
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  const server = createServer((request, response) => handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const people: People = {};
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [`${deskOrigin}/api/oidc/callback`],
        backchannel_logout_uri: `${deskOrigin}/api/oidc/logout`,
        backchannel_logout_session_required: true,
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [key] },
    claims: { openid: ['sub', 'amr', 'baraza_role', 'baraza_mda', 'groups'] },
    conformIdTokenClaims: false,
    features: { backchannelLogout: { enabled: true }, devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ ...people[sub], sub }) }),
    async loadExistingGrant(context) {
      const grant = new context.oidc.provider.Grant({
        clientId: client.id,
        accountId: context.oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid profile');
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  const self: SignInProvider = {
    environment: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: client.id,
      OIDC_CLIENT_SECRET: client.secret,
      OIDC_NAME: providerName,
      OIDC_CLAIMS: 'role=baraza_role mda=baraza_mda',
    },
    people,
    tamper: undefined,
    isDown: false,
    sign: (claims, typ) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: 'one', ...(typ !== undefined && { typ }) })
        .sign(privateKey),
    async visit(address, subject, cookies = new Map<string, string>()) {
      let at = address;
      while (at.startsWith(issuer)) {
        const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
        const response = await fetch(at, { redirect: 'manual', headers: { cookie, 'x-subject': subject } });
        for (const set of response.headers.getSetCookie()) {
          const [name = '', value = ''] = set.split(';', 1)[0]?.split('=') ?? [];
          cookies.set(name, value);
        }
        const next = response.headers.get('location');
        if (next === null) throw new Error(`The provider stopped at ${at}: ${await response.text()}`);
        at = new URL(next, at).href;
      }
      return at;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  handle = (request, response) => {
    if (self.isDown) return void request.socket.destroy();
    if (request.url?.startsWith('/interaction/')) {
      const accountId = String(request.headers['x-subject']);
      const amr = people[accountId]?.['amr'] as string[] | undefined;
      const result: InteractionResults = { login: { accountId, ...(amr && { amr }) } };
      return void provider.interactionFinished(request, response, result);
    }
    if (request.url === '/token' && self.tamper)
      return tamperWith(self.tamper, response, () => answer(request, response));
    return void answer(request, response);
  };
  return self;
}

/** Lets the provider answer, and replaces the body on its way out. */
function tamperWith(tamper: NonNullable<SignInProvider['tamper']>, response: ServerResponse, run: () => unknown): void {
  const end = response.end.bind(response);
  response.end = ((body: string | Buffer) => {
    const send = async () => {
      const text = JSON.stringify(await tamper(JSON.parse(String(body)) as { id_token: string }));
      response.setHeader('content-length', Buffer.byteLength(text));
      end(text);
    };
    void send();
    return response;
  }) as typeof response.end;
  void run();
}

/** Reads the claims of a token without its signature. */
export const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
/** Encodes a part of a token. */
export const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
