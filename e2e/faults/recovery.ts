import { execFile } from 'node:child_process';
import { appendFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { logout, countComplaints, deleteAccount } from '@baraza/contract';
import { demoPassword, fixture } from '../support/portal.ts';
import { Client } from './client.ts';
import { Expectations } from './expect.ts';
import { Ledger } from './ledger.ts';
import { builtServer, FaultyPortal } from './portal.ts';
import { findPrograms, whyWithout } from './programs.ts';
import { RecoverableServer, type Way } from './recovery-server.ts';
import { doubled, finalFaults, outcome, type Outcome, type Scale, type Scenario } from './scenario.ts';
import { startWriters } from './writers.ts';

const stanza = 'baraza';

/** pgBackRest, with its repository in a folder beside. */
const pgBackRest: Way = {
  configuration: (server) => [
    'archive_mode = on',
    `archive_command = '${[...restOf(server), 'archive-push', '%p'].join(' ')}'`,
    'archive_timeout = 60',
  ],
  async prepare(server) {
    const log = await server.folderOf('log');
    const lock = await server.folderOf('lock');
    const spool = await server.folderOf('spool');
    await server.folderOf('repository');
    const lines = [
      '[global]',
      `repo1-path=${server.path('repository')}`,
      'repo1-cipher-type=aes-256-cbc',
      'repo1-cipher-pass=c7d1f0a2b94e4c5fa1e6d8b3957c2f40',
      'repo1-retention-full=4',
      'start-fast=y',
      `log-path=${log}`,
      `lock-path=${lock}`,
      `spool-path=${spool}`,
      `[${stanza}]`,
      `pg1-path=${server.data}`,
      `pg1-socket-path=${server.folder}`,
      '',
    ];
    await server.write('pgbackrest.conf', lines.join('\n'));
  },
  async backUp(server, number) {
    const [program = '', ...words] = restOf(server);
    if (number === 1) {
      server.run(program, ...words, 'stanza-create');
      server.run(program, ...words, 'check');
    }
    server.run(program, ...words, `--type=${number === 1 ? 'full' : 'diff'}`, 'backup');
  },
  async restore(server, moment) {
    const [program = '', ...words] = restOf(server);
    server.run(program, ...words, '--delta', '--type=time', `--target=${moment}`, '--target-action=promote', 'restore');
  },
};

const restOf = (server: RecoverableServer): string[] => [
  findPrograms('pgbackrest').pgbackrest,
  `--config=${server.path('pgbackrest.conf')}`,
  `--stanza=${stanza}`,
];

/** PostgreSQL's own means: each piece of the log is copied, beside backups of the whole. */
const ownMeans: Way = {
  configuration: (server) => [
    'archive_mode = on',
    `archive_command = 'test ! -f ${server.path('archive/%f')} && cp %p ${server.path('archive/%f.part')} && sync ${server.path('archive/%f.part')} && mv ${server.path('archive/%f.part')} ${server.path('archive/%f')}'`,
    'archive_timeout = 60',
  ],
  async prepare(server) {
    await server.folderOf('archive');
    await server.folderOf('base');
  },
  async backUp(server, number) {
    const where = server.path('base', String(number));
    server.run('pg_basebackup', '-h', server.folder, '-U', 'postgres', '-D', where, '-c', 'fast');
  },
  async restore(server, moment) {
    server.run('/bin/mv', server.data, server.path('aside'));
    server.run('/bin/cp', '-a', server.path('base', '1'), server.data);
    const lines = [
      `restore_command = 'cp ${server.path('archive/%f')} %p'`,
      `recovery_target_time = '${moment}'`,
      `recovery_target_action = 'promote'`,
      '',
    ];
    await appendFile(path.join(server.data, 'postgresql.conf'), lines.join('\n'));
    await server.write('data/recovery.signal', '');
  },
};

const erased = 'citizen2@demo.example';

/** What was answered before a moment is there after a recovery to it, with its files; what came later is not. */
async function backToAMoment({ port, away }: Scale, way: Way): Promise<Outcome> {
  const server = await RecoverableServer.create(findPrograms('pgbackrest').postgres, way);
  const settings = { DATABASE_URL: server.url };
  const portal = await FaultyPortal.create(port, settings);
  const expected = new Expectations();
  const { faults } = expected;
  const recording = await readFile(fixture('statement.wav'));
  const write = async (ledger: Ledger, name: string) =>
    startWriters({ client: await Client.signIn(portal.url), ledger, recording, name });
  try {
    await portal.start();
    const signedOut = await Client.signIn(portal.url);
    const leaving = await Client.signIn(portal.url, erased);
    const theirs = await leaving.file(crypto.randomUUID(), 'Of somebody who leaves', recording);
    const [before, kept, later] = [new Ledger(), new Ledger(), new Ledger()];
    const writers = await write(before, 'Before the moment');
    await sleep(away / 10);
    // Whatever had its answer by now counts; the writers go on over the moment.
    for (const entry of before.entries.values()) kept.add({ ...entry });
    const moment = new Date(Date.now() + 1);
    await sleep(50);
    const others = await write(later, 'After the moment');
    await sleep(away / 10);
    await writers.leave();
    await others.stop();
    // What happens afterwards is not what a recovery begins with, nor what ends it.
    await server.backUp(2);
    await leaving.call(deleteAccount, { body: { currentPassword: demoPassword } });
    await signedOut.call(logout);
    await portal.stop();

    await server.goBackTo(moment);
    const there = async (ids: readonly string[]) =>
      (await server.rows('select id from complaint where id = any($1)', [ids])).length;
    expected.equals('complaints from after the moment', await there([...later.entries.keys()]), 0);
    expected.equals('accounts of who was erased, in the recovered database', await countAccounts(server), 1);
    expected.equals(
      'sessions of who signed out, in the recovered database',
      (await server.rows('select from session')).length > 2,
      true,
    );
    await server.rows('truncate session, one_time_code, throttle');
    await portal.start();
    await expected.isRefused('who signed out', 'UNAUTHENTICATED', () => signedOut.call(countComplaints));
    expected.equals('accounts of who was erased, once the server has started', await countAccounts(server), 0);
    expected.equals('their complaint, of nobody', await there([theirs]), 1);
    await kept.checkAll(portal.url);
    // It goes on, and what it takes now is kept as well.
    const next = await write(kept, 'After the recovery');
    await sleep(away / 10);
    await next.stop();
    await server.backUp(3);
    await kept.checkAll(portal.url);
    faults.push(
      ...(await doubled(
        { host: server.folder, port: 5432, user: 'postgres', database: 'baraza' },
        'Before the moment',
      )),
    );
    await portal.stop();
    faults.push(...(await finalFaults(portal, settings)));
    faults.push(...(await fileFaults(portal, { ...settings, DATA_DIR: portal.dataDir }, server.path('copy'))));
    if (later.entries.size === 0) faults.push('nothing was answered with success after the moment');
    return outcome(
      kept,
      faults,
      `${later.entries.size} from after the moment are gone, and who was erased stays erased`,
    );
  } catch (error) {
    throw new Error(`${String(error)}\n${portal.output}\n${server.lastWords()}`, { cause: error });
  } finally {
    await portal.remove();
    await server.remove();
  }
}

async function countAccounts(server: RecoverableServer): Promise<number> {
  return (await server.rows('select from account where email = $1', [erased])).length;
}

/** A backup reads every file that the database names, and says which is missing or another one. */
function fileFaults(portal: FaultyPortal, settings: Record<string, string>, folder: string): Promise<string[]> {
  return new Promise((resolve) => {
    const env = { PATH: process.env['PATH'] ?? '', ...settings };
    execFile(process.execPath, [path.join(builtServer, 'cli/backup.js'), folder], { env }, (error, stdout, stderr) =>
      resolve(error ? [`the files of ${portal.dataDir}: ${stdout}${stderr}`] : []),
    );
  });
}

const skip = () => whyWithout('pgbackrest');

export const recovery: readonly Scenario[] = [
  {
    name: 'pitr: back to a moment with pgBackRest',
    short: false,
    skip,
    run: (scale) => backToAMoment(scale, pgBackRest),
  },
  {
    name: 'pitr: back to a moment with pg_basebackup',
    short: false,
    skip,
    run: (scale) => backToAMoment(scale, ownMeans),
  },
];
