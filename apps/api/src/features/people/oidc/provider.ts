import { staffMessage } from '@baraza/contract';
import { createRemoteJWKSet, jwtVerify, type JWTVerifyGetKey } from 'jose';
import * as oidc from 'openid-client';
import type { Settings } from '../../../config/settings.ts';
import { sha256 } from '../../../crypto/digest.ts';
import { AppError, notFound } from '../../../http/errors.ts';

/** Secrets of a sign-in that its return is checked with. */
export interface Proofs {
  readonly nonce: string;
  readonly verifier: string;
}

export type Claims = oidc.IDToken;
export type Provider = ReturnType<typeof openProvider>;

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';
const isText = (value: unknown) => typeof value === 'string';
const timeoutSeconds = 5;
/** How long the provider's addresses and keys are kept: whether it answers is known before people are sent there. */
const freshMs = 60_000;
/** Greatest age of a log-out token; a used one is remembered as long. */
export const logoutTokenSeconds = 300;

/** Opens the sign-in provider of the settings; it is asked for its addresses when they are needed. */
export function openProvider({ oidc: provider, mdaPortalUrl }: Settings) {
  let found: Promise<oidc.Configuration> | undefined;
  let askedAt = 0;
  let keys: { readonly address: string; readonly find: JWTVerifyGetKey } | undefined;

  async function discover(): Promise<oidc.Configuration> {
    if (!provider) throw notFound();
    const { issuer, clientId, clientSecret } = provider;
    const isInsecure = issuer.startsWith('http:');
    // Signatures are checked even where TLS alone would vouch for the provider.
    const execute = [oidc.enableNonRepudiationChecks, ...(isInsecure ? [oidc.allowInsecureRequests] : [])];
    if (performance.now() - askedAt > freshMs) found = undefined;
    if (!found) askedAt = performance.now();
    const options = { execute, timeout: timeoutSeconds };
    found ??= oidc.discovery(new URL(issuer), clientId, clientSecret, undefined, options).catch(() => {
      // Asked again soon, but not at each call of a stranger.
      askedAt = performance.now() - freshMs + 1_000;
      throw new AppError('UNAVAILABLE', staffMessage.providerAway);
    });
    return found;
  }

  return {
    name: provider?.name ?? '',
    claimNames: provider?.claims ?? {},
    /** What the values of the claims stand for, in order. Undefined: for themselves. */
    meanings: { role: provider?.roles, mda: provider?.mdas },
    /** Where the provider sends people back to: the desk's own origin, which has their cookie. */
    callback: new URL('/api/oidc/callback', mdaPortalUrl).href,

    /** Hashes a name that the provider gave; another provider's equal names are others. */
    hash: (...name: readonly string[]) => sha256(JSON.stringify([provider?.issuer, ...name])),

    async addressFor(state: (proofs: Proofs) => string): Promise<string> {
      const config = await discover();
      const proofs = { nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() };
      const parameters = {
        redirect_uri: this.callback,
        scope: 'openid profile',
        response_type: 'code',
        code_challenge: await oidc.calculatePKCECodeChallenge(proofs.verifier),
        code_challenge_method: 'S256',
        nonce: proofs.nonce,
        state: state(proofs),
      };
      return oidc.buildAuthorizationUrl(config, parameters).href;
    },

    /** Redeems the code of a returned address for who signed in. Claims that only the user info has are read there. */
    async claimsAt(query: string, state: string, { nonce, verifier }: Proofs): Promise<Claims> {
      const config = await discover();
      const checks = { expectedNonce: nonce, expectedState: state, pkceCodeVerifier: verifier, idTokenExpected: true };
      const tokens = await oidc.authorizationCodeGrant(config, new URL(`${this.callback}?${query}`), checks);
      const claims = tokens.claims();
      if (!claims) throw new Error('The provider sent no ID token.');
      const isWhole = Object.values(this.claimNames).every((name) => name in claims);
      if (isWhole || !config.serverMetadata().userinfo_endpoint) return claims;
      return { ...(await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)), ...claims };
    },

    /** Checks a back-channel log-out token. @throws for any other */
    async readLogoutToken(token: string) {
      const { issuer, jwks_uri: address = '' } = (await discover()).serverMetadata();
      // Kept, so that tokens with unknown keys make the set be fetched every 30 seconds only.
      if (keys?.address !== address) keys = { address, find: createRemoteJWKSet(new URL(address)) };
      const { payload } = await jwtVerify(token, keys.find, {
        issuer,
        audience: provider?.clientId ?? '',
        maxTokenAge: logoutTokenSeconds,
        requiredClaims: ['jti', 'events'],
      });
      const { sub, sid, jti, events, nonce } = payload;
      const isLogout = nonce === undefined && Object.hasOwn(events as object, logoutEvent);
      if (!isLogout || (sub === undefined && sid === undefined) || ![sub ?? '', sid ?? ''].every(isText))
        throw new Error('This is no log-out token.');
      return { sub, sid: sid as string | undefined, jti: String(jti) };
    },
  };
}
