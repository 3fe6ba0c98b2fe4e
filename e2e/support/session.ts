import { login, register, verifyEmail, createClient, type Call } from '@baraza/contract';
import type { BrowserContext, Page } from '@playwright/test';
import { waitForCode } from './outbox.ts';
import { demoPassword, newEmail, password, portalUrl } from './portal.ts';

export interface Session {
  readonly token: string;
  readonly call: Call;
}

interface SignIn {
  readonly email: string;
  readonly password: string;
  readonly type: 'user' | 'mda';
  /** The portal's address. */
  readonly at?: string;
}

async function signIn({ at = portalUrl, ...body }: SignIn): Promise<Session> {
  const anonymous = createClient({ baseUrl: `${at}/api`, token: () => null });
  const { token } = await anonymous(login, { body });
  return { token, call: createClient({ baseUrl: `${at}/api`, token: () => token }) };
}

export const createCitizenSession = (email = 'citizen@demo.example', at?: string) =>
  signIn({ email, password: demoPassword, type: 'user', at });
export const createStaffSession = (email: string, at?: string) =>
  signIn({ email, password: demoPassword, type: 'mda', at });

/** Logs the same citizen in again. */
export function logInAgain(email: string): Promise<Session> {
  return signIn({ email, password, type: 'user' });
}

/** Registers a citizen and verifies the e-mail with the code from the mail. */
export async function newCitizen(first = 'Ngozi', last = 'Adeyemi'): Promise<Session & { email: string }> {
  const email = newEmail(first.toLowerCase());
  const anonymous = createClient({ baseUrl: `${portalUrl}/api`, token: () => null });
  await anonymous(register, {
    form: { first_name: first, last_name: last, email, password, confirmPassword: password },
  });
  const { token } = await anonymous(verifyEmail, { body: { email, otp: await waitForCode(email) } });
  return { email, token, call: createClient({ baseUrl: `${portalUrl}/api`, token: () => token }) };
}

/** Puts a session into the browser, as if the person had logged in before. */
export async function enter(context: BrowserContext, session: Session, app: 'web' | 'desk'): Promise<void> {
  const key = app === 'web' ? 'authToken' : 'deskAuthToken';
  await context.addInitScript(([name, token]) => localStorage.setItem(name!, token!), [key, session.token]);
}

/** Fills and sends the registration form; ends on the verify screen. */
export async function registerCitizen(page: Page, email = newEmail('amara')): Promise<string> {
  await page.getByLabel('First Name').fill('Amara');
  await page.getByLabel('Last Name').fill('Okoye');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel(/^Password/u).fill(password);
  await page.getByLabel(/^Confirm Password/u).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL(/\/verify-email$/u);
  return email;
}
