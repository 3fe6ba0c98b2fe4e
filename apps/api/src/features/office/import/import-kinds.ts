import { Email, lineText, limit, message, savedReplySteps, text, unknownMda } from '@baraza/contract';
import { categoryKinds } from '@baraza/contract/mda/administration';
import { staffRoles } from '@baraza/contract/core/role';
import { ne, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Database } from '../../../db/database.ts';
import { account, category, jurisdiction, mda, savedReply } from '../../../db/schema/tables.ts';
import type { Settings } from '../../../config/settings.ts';
import { insertRows } from './insert-rows.ts';
import { RowFault } from './row-fault.ts';
import type { TakeFiles } from './take-files.ts';

/** What a kind needs beside the database. */
interface Around {
  readonly settings: Settings;
  readonly takeFiles: TakeFiles;
}

/** Puts rows of one kind into the database. */
export interface Kind<T = unknown, Built = unknown> {
  readonly schema: z.ZodMiniType<T> & { readonly shape: object };
  /** Prepares an importer, which checks every row before any is written. */
  begin(db: Database, around: Around): Promise<Importer<T, Built>>;
}

export interface Importer<T, Built> {
  /** @throws RowFault */
  build(row: T): Built | Promise<Built>;
  insert(tx: Database, rows: readonly Built[]): Promise<void>;
}

/** Declares a kind, so that its builder knows the type of its rows. */
export const kindOf = <S extends z.ZodMiniObject, Built>(
  schema: S,
  begin: (db: Database, around: Around) => Promise<Importer<z.output<S>, Built>>,
): Kind => ({ schema, begin });

const key = (...parts: readonly string[]) => parts.map((part) => part.normalize().toLowerCase()).join('\n');

/** Names that are taken; a second one is refused, in the file too. */
export class Taken {
  readonly #keys = new Set<string>();
  add(...parts: readonly string[]): this {
    this.#keys.add(key(...parts));
    return this;
  }
  claim(field: string, ...parts: readonly string[]): void {
    if (this.#keys.has(key(...parts))) throw new RowFault(`${field}: It is there already.`);
    this.add(...parts);
  }
}

/** Finds ids by name. */
export class Named {
  readonly #ids = new Map<string, string>();
  set(id: string, ...names: readonly string[]): this {
    this.#ids.set(key(...names), id);
    return this;
  }
  find(field: string, ...names: readonly string[]): string {
    const id = this.#ids.get(key(...names));
    if (id === undefined) throw new RowFault(`${field}: There is none of this name.`);
    return id;
  }
}

/** Reads the MDAs by name. */
export async function readMdas(db: Database): Promise<Named> {
  const named = new Named();
  for (const { id, name } of await db.select().from(mda).where(ne(mda.id, unknownMda))) named.set(id, name);
  return named;
}

const officeName = lineText(150);
const yesNo = z._default(z.enum(['yes', 'no', ''], { error: 'Write yes or no.' }), 'no');
const choiceOf = <const T extends readonly string[]>(choices: T) =>
  z.enum(choices, { error: `Write one of ${choices.join(', ')}.` });

const mdas = kindOf(z.object({ name: officeName, jurisdictions: yesNo }), async (db) => {
  const taken = new Taken();
  for (const { name } of await db.select().from(mda)) taken.add(name);
  return {
    build: ({ name, jurisdictions }) => {
      taken.claim('name', name);
      return { id: crypto.randomUUID(), name, jurisdictionAllowed: jurisdictions === 'yes', createdAt: new Date() };
    },
    insert: (tx, rows) => insertRows(tx, mda, rows),
  };
});

const jurisdictions = kindOf(z.object({ mda: officeName, name: officeName }), async (db) => {
  const [offices, taken] = [await readMdas(db), new Taken()];
  for (const { mdaId, name } of await db.select().from(jurisdiction)) taken.add(mdaId, name);
  return {
    build: ({ mda: office, name }) => {
      const mdaId = offices.find('mda', office);
      taken.claim('name', mdaId, name);
      return { id: crypto.randomUUID(), mdaId, name };
    },
    insert: (tx, rows) => insertRows(tx, jurisdiction, rows),
  };
});

const categories = kindOf(z.object({ kind: choiceOf(categoryKinds), name: lineText(limit.nameMax) }), async (db) => {
  const taken = new Taken();
  const all = await db.select().from(category);
  for (const { kind, name } of all) taken.add(kind, name);
  let position = Math.max(-1, ...all.map((row) => row.position));
  return {
    build: ({ kind, name }) => {
      taken.claim('name', kind, name);
      position += 1;
      return { id: crypto.randomUUID(), kind, name, position };
    },
    insert: (tx, rows) => insertRows(tx, category, rows),
  };
});

const Staff = z.object({
  email: Email,
  first_name: lineText(limit.nameMax),
  last_name: lineText(limit.nameMax),
  role: choiceOf(staffRoles),
  mda: z.optional(z.string()),
  centre: z.optional(z.union([z.literal(''), lineText(limit.nameMax)])),
});

/** Staff come without a password and switched off: two people let each of them in at the desk. */
const staff = kindOf(Staff, async (db) => {
  const [offices, taken] = [await readMdas(db), new Taken()];
  const emails = await db.select({ email: account.email }).from(account).where(ne(account.role, 'citizen'));
  for (const { email } of emails) taken.add(email);
  return {
    build: ({ email, first_name: firstName, last_name: lastName, role, mda: office = '', centre = '' }) => {
      taken.claim('email', email);
      const isOfMda = role === 'officer' || role === 'supervisor';
      if (isOfMda !== (office !== '')) throw new RowFault(`mda: ${isOfMda ? message.required : message.invalid}`);
      if ((role === 'agent') !== (centre !== ''))
        throw new RowFault(`centre: ${role === 'agent' ? message.required : message.invalid}`);
      const mdaId = isOfMda ? offices.find('mda', office) : null;
      const now = new Date();
      const person = { email, firstName, lastName, role, mdaId, centre: centre || null };
      return { id: crypto.randomUUID(), ...person, disabledAt: now, createdAt: now };
    },
    insert: (tx, rows) => insertRows(tx, account, rows),
  };
});

const Reply = z.object({
  mda: officeName,
  title: lineText(limit.nameMax),
  text: text(limit.textMax),
  step: choiceOf(savedReplySteps),
});

const savedReplies = kindOf(Reply, async (db) => {
  const [offices, taken] = [await readMdas(db), new Taken()];
  for (const { mdaId, title } of await db
    .select()
    .from(savedReply)
    .where(sql`owner_id is null`))
    taken.add(mdaId, title);
  return {
    build: ({ mda: office, ...row }) => {
      const mdaId = offices.find('mda', office);
      taken.claim('title', mdaId, row.title);
      return { ...row, id: crypto.randomUUID(), mdaId, updatedAt: new Date() };
    },
    insert: (tx, rows) => insertRows(tx, savedReply, rows),
  };
});

export const smallKinds = {
  mda: mdas,
  jurisdiction: jurisdictions,
  category: categories,
  staff,
  'saved-reply': savedReplies,
};
