import {
  type ApiError,
  createCategory,
  createContact,
  createJurisdiction,
  createMda,
  createSavedReply,
  createStaff,
  deleteContact,
  deleteSavedReply,
  deleteSlaTarget,
  staffMessage,
  listAllCategories,
  listAllMdas,
  listOwnContacts,
  listSavedReplies,
  listStaff,
  listSlaTargets,
  message,
  setSlaTarget,
  setLocalNames,
  updateCategory,
  updateContact,
  updateJurisdiction,
  updateMda,
  updateSavedReply,
  updateStaff,
} from '@baraza/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Person, sharedTestApp } from '../support/server/app.ts';
import { failure } from '../support/failure.ts';

/*
 * Two supervisors or administrators may edit one object at once. Each sends the version they saw; the second gets 409 with
 * the present one, and nothing is overwritten unseen.
 */

const test = sharedTestApp();
let supervisor: Person;
let admin: Person;
beforeAll(async () => {
  supervisor = await test.staff('supervisor', (await test.mda()).id);
  admin = await test.staff('administrator');
});

interface Kept {
  readonly id: string;
  readonly version: number;
}

/** Calls that create, read, change and, where possible, remove one kind of object. */
interface Kind {
  readonly make: () => Promise<Kept>;
  /** Returns undefined when it was removed. */
  readonly read: (id: string) => Promise<unknown>;
  /** Saves one of two values. */
  readonly change: (kept: Kept, words: 'One' | 'Two', version: unknown) => Promise<unknown>;
  readonly says: (words: string) => object;
  readonly remove?: (kept: Kept, version: number) => Promise<unknown>;
}

let count = 0;
const newName = () => `Thing ${(count += 1)}`;
const last = <T>(list: readonly T[]): T => list.at(-1) as T;
/** Bypasses the types of the contract, for invalid bodies. */
const asBody = (given: object) => given as never;
const daysOf = (words: string) => ({ acknowledge: 1, reply: 2, resolve: words === 'One' ? 3 : 4 });
const byId = <T extends { id: string }>(list: readonly T[], id: string) => list.find((it) => it.id === id);

const kinds: Record<string, Kind> = {
  'a saved reply': {
    make: () =>
      supervisor.call(createSavedReply, { body: { title: newName(), text: 'Thank you.', step: 'reply' as const } }),
    read: async (id) => byId(await supervisor.call(listSavedReplies), id),
    change: ({ id }, text, version) =>
      supervisor.call(updateSavedReply, { params: { id }, body: asBody({ text, version }) }),
    says: (text) => ({ text }),
    remove: ({ id }, version) => supervisor.call(deleteSavedReply, { params: { id }, query: { version } }),
  },
  'a contact': {
    make: async () =>
      last(await supervisor.call(createContact, { body: { name: newName(), phone: '0800 1', email: 'a@b.example' } })),
    read: async (id) => byId(await supervisor.call(listOwnContacts), id),
    change: ({ id }, name, version) =>
      supervisor.call(updateContact, { params: { id }, body: asBody({ name, version }) }),
    says: (name) => ({ name }),
    remove: ({ id }, version) => supervisor.call(deleteContact, { params: { id }, query: { version } }),
  },
  'an MDA': {
    make: () => admin.call(createMda, { form: { name: newName() } }),
    read: async (id) => byId(await admin.call(listAllMdas), id),
    change: ({ id }, name, version) =>
      admin.call(updateMda, { params: { id }, form: asBody({ name: `${name} ${id}`, version }) }),
    says: (name) => ({ name: expect.stringContaining(name) as string }),
  },
  'a jurisdiction': {
    make: async () => {
      const { id } = await admin.call(createMda, { form: { name: newName() } });
      return last((await admin.call(createJurisdiction, { params: { id }, body: { name: 'North' } })).jurisdictions);
    },
    read: async (id) =>
      byId(
        (await admin.call(listAllMdas)).flatMap((it) => it.jurisdictions),
        id,
      ),
    change: ({ id }, name, version) =>
      admin.call(updateJurisdiction, { params: { id }, body: asBody({ name, version }) }),
    says: (name) => ({ name }),
  },
  'a category': {
    make: async () => {
      const name = newName();
      const all = await admin.call(createCategory, { body: { kind: 'complaint', name } });
      return all.find((it) => it.name === name) as Kept;
    },
    read: async (id) => byId(await admin.call(listAllCategories), id),
    change: ({ id }, name, version) =>
      admin.call(updateCategory, { params: { id }, body: asBody({ name: `${name} ${id.slice(0, 8)}`, version }) }),
    says: (name) => ({ name: expect.stringContaining(name) as string }),
  },
  'names in other languages': {
    make: async () => {
      const { id } = await admin.call(createMda, { form: { name: newName() } });
      return namesOf(id);
    },
    read: (id) => namesOf(id),
    change: ({ id }, ha, version) =>
      admin.call(setLocalNames, { params: { kind: 'mda', id }, body: asBody({ names: { ha }, version }) }),
    says: (ha) => ({ names: { ha } }),
  },
  'a staff account': {
    make: () => {
      const person = { first_name: 'Uche', last_name: 'Ike', role: 'oversight' as const };
      return admin.call(createStaff, { body: { ...person, email: `uche${(count += 1)}@desk.example` } });
    },
    read: async (id) => {
      // The list alone says whether a mail was refused.
      const { mailRefused: _, ...row } = byId(await admin.call(listStaff), id)!;
      return row;
    },
    change: ({ id }, last_name, version) => admin.call(updateStaff, { body: asBody({ id, last_name, version }) }),
    says: (last_name) => ({ last_name }),
  },
  targets: {
    make: async () => {
      const body = { acknowledge: 1, reply: 2, resolve: 9, category: await test.category(), version: 0 };
      const { categories } = await supervisor.call(setSlaTarget, { body });
      return categories.find((it) => it.category.id === body.category)?.own as Kept;
    },
    read: async (id) =>
      (await supervisor.call(listSlaTargets)).categories.map((it) => it.own).find((own) => own?.id === id),
    change: async ({ id }, words, version) => {
      const { categories } = await supervisor.call(listSlaTargets);
      const category = categories.find((it) => it.own?.id === id)?.category.id ?? null;
      return supervisor.call(setSlaTarget, { body: asBody({ ...daysOf(words), category, version }) });
    },
    says: (words) => ({ targets: daysOf(words) }),
    remove: ({ id }, version) => supervisor.call(deleteSlaTarget, { params: { id }, query: { version } }),
  },
};

describe.each(Object.entries(kinds))('%s', (name, { make, read, change, says, remove }) => {
  it(`saving ${name} over a newer version gets 409 with the present one`, async () => {
    const kept = await make();
    await change(kept, 'One', kept.version);
    const now = await read(kept.id);
    expect(now).toMatchObject({ ...says('One'), version: kept.version + 1 });
    const error = await failure(change(kept, 'Two', kept.version));
    expect(error).toMatchObject({ status: 409, code: 'VERSION_CONFLICT', message: staffMessage.changed, now });
    expect(await read(kept.id)).toEqual(now);
    // With the version of the reply, saving succeeds.
    await change(kept, 'Two', (error.now as Kept).version);
    expect(await read(kept.id)).toMatchObject({ ...says('Two'), version: kept.version + 2 });
  });

  it(`only one of two simultaneous changes to ${name} succeeds`, async () => {
    const kept = await make();
    const both = await Promise.allSettled([change(kept, 'One', kept.version), change(kept, 'Two', kept.version)]);
    expect(both.map((it) => it.status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const refusal = both.find((it) => it.status === 'rejected')?.reason as ApiError;
    expect(refusal).toMatchObject({ status: 409, code: 'VERSION_CONFLICT', now: await read(kept.id) });
  });

  it.each([
    [undefined, 'version'],
    ['one', 'version'],
    [-1, 'version'],
    [1.5, 'version'],
  ])(`saving ${name} with version %s is refused`, async (version, field) => {
    const kept = await make();
    const error = await failure(change(kept, 'One', version));
    expect(error).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
    expect([message.required, message.invalid]).toContain(error.fields[field]);
    expect(await read(kept.id)).toEqual(kept);
  });

  it.runIf(remove)(`removing ${name} with an outdated version gets 409`, async () => {
    const kept = await make();
    await change(kept, 'One', kept.version);
    const now = await read(kept.id);
    expect(await failure(remove!(kept, kept.version))).toMatchObject({ status: 409, code: 'VERSION_CONFLICT', now });
    await remove!(kept, kept.version + 1);
    expect(await read(kept.id)).toBeUndefined();
    expect(await failure(remove!(kept, kept.version + 1))).toMatchObject({ status: 404 });
  });
});

it('setting SLA targets that somebody else set first or removed gets 409 with the present ones', async () => {
  const category = await test.category();
  const set = (version: number, resolve: number) =>
    supervisor.call(setSlaTarget, { body: { acknowledge: 1, reply: 2, resolve, category, version } });
  const first = (await set(0, 5)).categories.find((it) => it.category.id === category)?.own;
  expect(await failure(set(0, 6))).toMatchObject({ status: 409, now: first });
  await supervisor.call(deleteSlaTarget, { params: { id: first!.id }, query: { version: 1 } });
  expect(await failure(set(1, 6))).toMatchObject({ status: 409, now: { version: 0, targets: { resolve: 15 } } });
});

it('moving one contact leaves the versions of the others unchanged', async () => {
  const made: Kept[] = [];
  for (const name of ['Ada', 'Ben']) {
    const body = { name, phone: '0800 1', email: 'a@b.example' };
    made.push(last(await supervisor.call(createContact, { body })));
  }
  const [ada, ben] = [made[0]!, made[1]!];
  await supervisor.call(updateContact, { params: { id: ben.id }, body: { place: 0, version: ben.version } });
  const body = { name: 'Ada Obi', version: ada.version };
  expect(await supervisor.call(updateContact, { params: { id: ada.id }, body })).toContainEqual(
    expect.objectContaining({ name: 'Ada Obi' }),
  );
});

async function namesOf(id: string) {
  const { name, names, version } = (await admin.call(listAllMdas)).find((mda) => mda.id === id)!;
  return { id, name, names, version };
}
