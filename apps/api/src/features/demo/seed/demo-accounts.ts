import { demoMdas } from './demo-mdas.ts';
import { stableId } from '../../../crypto/stable-id.ts';

export interface DemoAccount {
  readonly email: string;
  readonly role: 'citizen' | 'officer' | 'supervisor' | 'administrator' | 'oversight';
  readonly firstName: string;
  readonly lastName: string;
  readonly phone?: string;
  readonly mda?: string;
}

const [first, second] = demoMdas;

/** Sample accounts to sign in with. */
export const demoAccounts = {
  citizen: {
    email: 'citizen@demo.example',
    role: 'citizen',
    firstName: 'Amina',
    lastName: 'Okafor',
    phone: '+000 555 0171',
  },
  citizen2: {
    email: 'citizen2@demo.example',
    role: 'citizen',
    firstName: 'Joseph',
    lastName: 'Mwangi',
    phone: '+000 555 0172',
  },
  officer: { email: 'officer@demo.example', role: 'officer', firstName: 'Kwame', lastName: 'Mensah', mda: first.name },
  supervisor: {
    email: 'supervisor@demo.example',
    role: 'supervisor',
    firstName: 'Grace',
    lastName: 'Adeyemi',
    mda: first.name,
  },
  officer2: {
    email: 'officer2@demo.example',
    role: 'officer',
    firstName: 'Ibrahim',
    lastName: 'Diallo',
    mda: second.name,
  },
  oversight: { email: 'oversight@demo.example', role: 'oversight', firstName: 'Thandiwe', lastName: 'Nkosi' },
  administrator: { email: 'admin@demo.example', role: 'administrator', firstName: 'Daniel', lastName: 'Tesfaye' },
  administrator2: { email: 'admin2@demo.example', role: 'administrator', firstName: 'Wanjiru', lastName: 'Kamau' },
} as const satisfies Record<string, DemoAccount>;

/** Officers of the other MDAs in the sample history; without a password, nobody signs in. */
export const demoColleagues: readonly DemoAccount[] = demoMdas.flatMap((mda) => {
  if (!('officer' in mda)) return [];
  const [firstName, lastName] = mda.officer;
  const email = `${firstName}.${lastName}@demo.example`.toLowerCase();
  return [{ email, role: 'officer', firstName, lastName, mda: mda.name }];
});

/** Finds the officer who acts for an MDA in the sample history. */
export function officerOf(mda: string): DemoAccount {
  const officers = [...Object.values(demoAccounts), ...demoColleagues].filter((it) => it.role === 'officer');
  const officer = officers.find((account: DemoAccount) => account.mda === mda);
  if (!officer) throw new Error(`No officer acts for ${mda}.`);
  return officer;
}

export function accountId(account: Pick<DemoAccount, 'email'>): string {
  return stableId(`demo account ${account.email}`);
}

export function mdaId(name: string): string {
  return stableId(`demo MDA ${name}`);
}

export function jurisdictionId(mda: string, name: string): string {
  return stableId(`demo jurisdiction ${mda} ${name}`);
}
