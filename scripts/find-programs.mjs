// Prints where the programs of the system lie that `npm run faults` needs for one thing. Installs them when that is possible.
import { ensureFaketime, ensurePatroni, ensurePgBackRest } from './lib/system-packages.mjs';

const ensure = { patroni: ensurePatroni, faketime: ensureFaketime, pgbackrest: ensurePgBackRest };

try {
  console.log(JSON.stringify(ensure[process.argv[2]]()));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
