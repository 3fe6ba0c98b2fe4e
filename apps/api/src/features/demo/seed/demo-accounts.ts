import { stableId } from '../../../crypto/digest.ts';
import { demoData } from './demo-data.ts';

export interface DemoAccount {
  readonly email: string;
  readonly role: 'citizen' | 'officer' | 'supervisor' | 'agent' | 'administrator' | 'oversight';
  readonly firstName: string;
  readonly lastName: string;
  readonly phone?: string;
  readonly mda?: string;
  /** Where an agent works. */
  readonly centre?: string;
}

const [first, second] = demoData.mdas;

function account(role: DemoAccount['role'], login: string, name: string, more?: Partial<DemoAccount>): DemoAccount {
  const [firstName = '', lastName = ''] = name.split(' ');
  return { email: `${login}@demo.example`, role, firstName, lastName, ...more };
}

/** Sample accounts to sign in with. */
export const demoAccounts = {
  citizen: account('citizen', 'citizen', 'Amina Okafor', { phone: '+000 555 0171' }),
  citizen2: account('citizen', 'citizen2', 'Joseph Mwangi', { phone: '+000 555 0172' }),
  officer: account('officer', 'officer', 'Kwame Mensah', { mda: first?.name }),
  supervisor: account('supervisor', 'supervisor', 'Grace Adeyemi', { mda: first?.name }),
  officer2: account('officer', 'officer2', 'Ibrahim Diallo', { mda: second?.name }),
  agent: account('agent', 'agent', 'Esi Banda', { centre: 'Riverside centre' }),
  oversight: account('oversight', 'oversight', 'Thandiwe Nkosi'),
  administrator: account('administrator', 'admin', 'Daniel Tesfaye'),
  administrator2: account('administrator', 'admin2', 'Wanjiru Kamau'),
};

/** Officers of the other MDAs in the sample history; without a password, nobody signs in. */
export const demoColleagues: readonly DemoAccount[] = demoData.mdas.flatMap((mda) => {
  return mda.officers.map((name) => account('officer', name.toLowerCase().replace(' ', '.'), name, { mda: mda.name }));
});

/** Lists the officers who act for an MDA in the sample history. */
export function officersOf(mda: string): readonly [DemoAccount, ...DemoAccount[]] {
  const everybody = [...Object.values(demoAccounts), ...demoColleagues];
  const [officer, ...others] = everybody.filter((account) => account.role === 'officer' && account.mda === mda);
  if (!officer) throw new Error(`No officer acts for ${mda}.`);
  return [officer, ...others];
}

/** Finds who approves a rejection: the supervisor of the MDA, or oversight where there is none. */
export function approverOf(mda: string): DemoAccount {
  const { supervisor, oversight } = demoAccounts;
  return supervisor.mda === mda ? supervisor : oversight;
}

export const accountId = ({ email }: Pick<DemoAccount, 'email'>) => stableId(`demo account ${email}`);
export const mdaId = (name: string) => stableId(`demo MDA ${name}`);
export const jurisdictionId = (mda: string, name: string) => stableId(`demo jurisdiction ${mda} ${name}`);

/** Builds the row of a sample account. */
export function accountRow(person: DemoAccount, passwordHash: string | null, at: Date) {
  const { email, role, firstName, lastName, phone, mda, centre } = person;
  const office = mda === undefined ? null : mdaId(mda);
  const named = { id: accountId(person), email, role, firstName, lastName, phone, mdaId: office, centre };
  return { ...named, passwordHash, emailVerifiedAt: at, demo: true, createdAt: at };
}
