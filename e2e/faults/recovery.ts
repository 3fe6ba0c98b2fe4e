import { appendFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { countComplaints, deleteAccount, logout } from '@baraza/contract';
import { demoPassword } from '../support/portal.ts';
import { Client } from './client.ts';
import type { Drill, Scale, Scenario } from './drill.ts';
import { runProgram } from './evidence.ts';
import { Ledger } from './ledger.ts';
import { findPrograms, whyWithout } from './programs.ts';
import { RecoverableServer, type Way } from './recovery-server.ts';

const stanza = 'baraza';

/** pgBackRest, with its repository in a folder beside the data. */
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

/** PostgreSQL's own means: base backups, and a copy of each piece of the log. */
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
    await appendFile(server.path('data/postgresql.conf'), lines.join('\n'));
    await server.write('data/recovery.signal', '');
  },
};

const erased = 'citizen2@demo.example';

/** Recovers to a moment: earlier complaints are there with their files, later ones are not. */
async function backToAMoment(drill: Drill, { port, away }: Scale, way: Way): Promise<string> {
  const server = await RecoverableServer.create(findPrograms('pgbackrest').postgres, way);
  drill.atEnd(() => server.remove());
  const settings = { DATABASE_URL: server.url };
  const portal = await drill.portal(port, settings);
  const { ledger } = drill;
  await portal.start();
  const signedOut = await Client.signIn(portal.url);
  const leaving = await Client.signIn(portal.url, erased);
  const theirs = await leaving.file(crypto.randomUUID(), 'By a citizen who leaves', undefined);
  const [before, later] = [new Ledger(), new Ledger()];
  const writers = drill.write(await Client.signIn(portal.url), 'before the moment', { ledger: before });
  await sleep(away / 10);
  // Takes only complaints acknowledged by now; their writers go on past the moment.
  for (const entry of before.entries.values()) ledger.add({ ...entry });
  const moment = new Date(Date.now() + 1);
  await sleep(50);
  const laterWriters = drill.write(await Client.signIn(portal.url), 'after the moment', { ledger: later });
  await sleep(away / 10);
  await writers.leave();
  await laterWriters.stop();
  drill.expect('complaints after the moment', later.entries.size > 0, true);
  // A backup after the moment is neither the start of the recovery nor its end.
  await server.backUp(2);
  await leaving.call(deleteAccount, { body: { currentPassword: demoPassword } });
  await signedOut.call(logout);
  await portal.stop();

  await server.goBackTo(moment);
  const countOf = async (rows: string) => (await server.rows(`select from ${rows}`)).length;
  const account = () => countOf(`account where email = '${erased}'`);
  const afterwards = `complaint where id = any('{${[...later.entries.keys()].join()}}')`;
  drill.expect('complaints from after the moment', await countOf(afterwards), 0);
  drill.expect('the erased account, in the recovered database', await account(), 1);
  drill.expect('sessions, in the recovered database', (await countOf('session')) > 2, true);
  await server.rows('truncate session, one_time_code, throttle');
  await portal.start();
  const answer = await signedOut.call(countComplaints).then(
    () => 'success',
    (error: { code?: string }) => error.code ?? String(error),
  );
  drill.expect('a request in the session that was signed out', answer, 'UNAUTHENTICATED');
  drill.expect('the erased account, once the server has started', await account(), 0);
  drill.expect('their complaint, without its citizen', await countOf(`complaint where id = '${theirs}'`), 1);
  await ledger.checkAll(portal.url);

  const next = drill.write(await Client.signIn(portal.url), 'after the recovery');
  await sleep(away / 10);
  await next.stop();
  await server.backUp(3);
  await drill.settle(portal, server.connection, settings);
  await portal.stop();
  // A backup of the portal reads every file that the database names, and fails at a missing or altered one.
  drill.faults.push(...(await runProgram(portal, settings, 'cli/backup.js', server.path('copy'))));
  return `${later.entries.size} from after the moment are gone, and erased people stay erased`;
}

const skip = () => whyWithout('pgbackrest');

export const recovery: readonly Scenario[] = [
  { name: 'pitr with pgBackRest', skip, run: (drill, scale) => backToAMoment(drill, scale, pgBackRest) },
  { name: 'pitr with pg_basebackup', skip, run: (drill, scale) => backToAMoment(drill, scale, ownMeans) },
];
