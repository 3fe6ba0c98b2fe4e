// Prints the folder with the programs of the system's PostgreSQL server, for the tests. Installs it when that is possible.
import { ensurePostgres } from './lib/system-packages.mjs';

try {
  console.log(ensurePostgres());
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
