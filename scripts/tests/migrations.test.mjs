import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readText } from '../testing/facts.mjs';
import { root } from '../lib/run.mjs';

/*
 * While servers are replaced one by one, the previous version works beside the new one, on the new schema. So a migration extends
 * the schema, and removes only what the previous version no longer uses.
 */

const folder = 'apps/api/src/db/migrations';

/** The last migration of the first version. */
const first = '0000';

/** Statements that break the previous version, unless they concern a table of the same migration. */
const breaking = [
  /^drop (table|view|function|trigger|type|schema|sequence)\b/,
  /^alter table .*\b(drop|rename)\b(?! (constraint|not null))/,
  /^alter table .*\balter column .*\b(type|set not null|drop default)\b/,
  /^alter table (?!.*\b(?:default|generated)\b).*\badd (?:column )?(?!constraint).*\bnot null\b/,
  /^alter table .*\badd constraint\b/,
  /^create unique index\b/,
  /^alter table .*\b(enable|force) row level security\b/,
  /^create policy\b/,
  /^revoke\b/,
];

/** Returns the statements of a migration that break the previous version. */
function breaks(sql) {
  const statements = sql
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, '$$')
    .replaceAll(/--(> statement-breakpoint)?.*$/gm, '')
    .split(';')
    .map((each) => each.replaceAll('"', '').replaceAll(/\s+/g, ' ').trim().toLowerCase());
  const made = statements.flatMap((each) => /^create table (?:if not exists )?([\w.]+)/.exec(each)?.[1] ?? []);
  const tableOf = (each) => /^alter table (?:only )?([\w.]+)|\bon ([\w.]+)/.exec(each)?.slice(1).find(Boolean);
  const added = statements.flatMap((each) => /\badd column (\w+)/.exec(each)?.[1] ?? []);
  const isOfNew = (each) => made.includes(tableOf(each)) || added.includes(/\bforeign key \((\w+)\)/.exec(each)?.[1]);
  return statements.filter((each) => !isOfNew(each) && breaking.some((form) => form.test(each)));
}

test('no migration breaks the previous version of the server', () => {
  const files = readdirSync(path.join(root, folder)).filter((name) => name.endsWith('.sql'));
  const steps = files.map((file) => file.slice(0, -'.sql'.length)).filter((step) => step.slice(0, 4) > first);
  const found = steps
    .map((step) => [step, breaks(readText(`${folder}/${step}.sql`))])
    .filter(([, what]) => what.length > 0);
  expect(found).toEqual([]);
});

test.each([
  ['ALTER TABLE "mda" DROP COLUMN "slug";'],
  ['ALTER TABLE "mda" RENAME COLUMN "slug" TO "short";'],
  ['ALTER TABLE "mda" ADD COLUMN "slug" text NOT NULL;'],
  ['ALTER TABLE "mda" ALTER COLUMN "slug" SET NOT NULL;'],
  ['ALTER TABLE "mda" ALTER COLUMN "slug" SET DATA TYPE integer;'],
  ['ALTER TABLE "mda" ADD CONSTRAINT "short" CHECK (length(slug) < 9);'],
  ['CREATE UNIQUE INDEX "mda_slug" ON "mda" USING btree ("slug");'],
  ['CREATE TABLE "more" (id int);--> statement-breakpoint\nDROP TABLE "mda";'],
  ['ALTER TABLE mda ENABLE ROW LEVEL SECURITY;'],
  ['CREATE POLICY own ON mda USING (false);'],
  ['DROP FUNCTION fold();'],
])('the check of migrations finds a breaking statement: %s', (sql) => {
  expect(breaks(sql)).toHaveLength(1);
});

test.each([
  ['ALTER TABLE "mda" ADD COLUMN "slug" text;'],
  ['ALTER TABLE "mda" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;'],
  ['ALTER TABLE "mda" ADD COLUMN "seq" bigint NOT NULL GENERATED ALWAYS AS IDENTITY;'],
  ['DROP INDEX "mda_slug";--> statement-breakpoint\nCREATE INDEX "mda_slug" ON "mda" USING btree ("slug");'],
  ['ALTER TABLE "mda" DROP CONSTRAINT "short";'],
  [
    'ALTER TABLE "mda" ADD COLUMN "parent" uuid;--> statement-breakpoint\nALTER TABLE "mda" ADD CONSTRAINT "parent" FOREIGN KEY ("parent") REFERENCES "public"."mda"("id");',
  ],
  ['ALTER TABLE "mda" ALTER COLUMN "slug" DROP NOT NULL;'],
  [
    'CREATE TABLE "more" ("id" int NOT NULL);--> statement-breakpoint\nALTER TABLE "more" ADD CONSTRAINT "one" UNIQUE("id");--> statement-breakpoint\nCREATE UNIQUE INDEX "more_id" ON "more" USING btree ("id");',
  ],
  ['CREATE OR REPLACE FUNCTION fold() RETURNS trigger LANGUAGE plpgsql AS $$ begin drop table x; end $$;'],
])('the check of migrations accepts a statement that extends: %s', (sql) => {
  expect(breaks(sql)).toEqual([]);
});
