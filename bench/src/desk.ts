import pg from 'pg';
import type { FilledDatabase } from './cluster.ts';
import type { Question } from './compare.ts';
import { complaintId, mdas, officers, officerToken, overseers, oversightToken, sessions } from './fill.ts';
import { deskSearch, rareWord, searchAtDesk } from './growth.ts';
import { anyOf, getRequest, jsonRequest, type Sender } from './load.ts';
import { anyOfficer } from './readers.ts';

function anyOverseer(): Sender {
  const overseer = anyOf(overseers);
  return { token: oversightToken(overseer), network: sessions + officers + overseer };
}

/** Reads the numbers of complaints in progress with their versions: those of a kept database were answered before. */
async function readWorked({ connection }: FilledDatabase): Promise<Map<number, number>> {
  const client = new pg.Client({ ...connection, user: 'postgres' });
  await client.connect();
  const { rows } = await client.query<{ number: number; version: number }>(
    `select right(id::text, 12)::int as number, version from complaint where state = 'in_progress' limit 10000`,
  );
  await client.end();
  return new Map(rows.map(({ number, version }) => [number, version]));
}

/** Returns an officer of the MDA that has the complaint. */
function officerOf(number: number): Sender {
  const officer = (number % mdas) + mdas * anyOf(officers / mdas);
  return { token: officerToken(officer), network: sessions + officer };
}

/** Returns what officers ask all day. */
export async function deskQuestions(database: FilledDatabase): Promise<Question[]> {
  const versions = await readWorked(database);
  const worked = [...versions.keys()];
  return [
    { what: "the desk's queue of 25", status: 200, ours: () => getRequest('/api/desk/complaint', anyOfficer()) },
    openCase(worked),
    { what: 'search for a rare word, oversight', status: 200, ours: () => deskSearch(rareWord(), anyOverseer()) },
    { what: 'search for a common word, oversight', status: 200, ours: () => deskSearch('water', anyOverseer()) },
    { what: 'search for a common word, officer', status: 200, ours: () => searchAtDesk(() => 'water') },
    { what: 'search for a rare word, officer', status: 200, ours: () => searchAtDesk(rareWord) },
    { what: 'search with a typing error, officer', status: 200, ours: () => searchAtDesk(() => 'watre') },
    reply(worked, versions),
  ];
}

/** Opens cases as the desk does: the case itself, similar ones, and the presence of its reader. */
function openCase(worked: readonly number[]): Question {
  let call = 0;
  let [id, officer] = ['', officerOf(0)];
  const calls = [
    () => getRequest(`/api/desk/complaint/${id}`, officer),
    () => getRequest(`/api/desk/complaint/${id}/similar`, officer),
    () => jsonRequest(`/api/desk/complaint/${id}/presence`, { open: true, writing: null }, officer),
  ];
  return {
    what: 'open a case (three calls)',
    calls: calls.length,
    status: 2,
    ours() {
      if (call % calls.length === 0) {
        const number = worked[anyOf(worked.length)]!;
        [id, officer] = [complaintId(number), officerOf(number)];
      }
      return calls[call++ % calls.length]!();
    },
  };
}

/** Replies to cases in turn; the citizen gets a mail. */
function reply(worked: readonly number[], versions: Map<number, number>): Question {
  let turn = 0;
  return {
    what: 'reply with mail',
    status: 200,
    ours() {
      const number = worked[turn++ % worked.length]!;
      const version = versions.get(number)!;
      versions.set(number, version + 1);
      const text = 'The crew repairs the pump on Tuesday morning.';
      return jsonRequest(`/api/desk/complaint/${complaintId(number)}/reply`, { version, text }, officerOf(number));
    },
  };
}
