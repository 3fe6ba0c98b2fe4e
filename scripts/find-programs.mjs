// Prints where the programs of the system lie that tests need: installs them when that is possible.
import {
  ensureFaketime,
  ensureGoSumdb,
  ensurePatroni,
  ensurePgBackRest,
  ensurePostgres,
} from './lib/system-packages.mjs';

const ensure = {
  postgres: ensurePostgres,
  patroni: ensurePatroni,
  faketime: ensureFaketime,
  pgbackrest: ensurePgBackRest,
  go: ensureGoSumdb,
};

try {
  console.log(JSON.stringify(ensure[process.argv[2]]()));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
