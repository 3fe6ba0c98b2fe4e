// Prints the paths of programs that tests need; installs missing ones when that is possible.
import path from 'node:path';
import { ensureInstalled } from '../lib/install.mjs';
import { root, script } from '../lib/run.mjs';
import {
  ensureDovecot,
  ensureExim,
  ensureGoSumdb,
  ensureKannel,
  ensureMails,
  ensurePatroni,
  ensurePerl,
  ensurePgBackRest,
  ensurePostgres,
  ensureXmllint,
} from './system-packages.mjs';

const ensure = {
  postgres: ensurePostgres,
  patroni: ensurePatroni,
  pgbackrest: ensurePgBackRest,
  go: ensureGoSumdb,
  mails: ensureMails,
  dovecot: ensureDovecot,
  exim: ensureExim,
  kannel: ensureKannel,
  perl: ensurePerl,
  xmllint: ensureXmllint,
  tracing: () => ensureInstalled(path.join(root, 'tools/tracing')),
  openapi: () => ensureInstalled(path.join(root, 'tools/openapi')),
  'openapi-proxy': () => ensureInstalled(path.join(root, 'tools/openapi-proxy')),
};

await script(async () => console.log(JSON.stringify((await ensure[process.argv[2]]()) ?? null)));
