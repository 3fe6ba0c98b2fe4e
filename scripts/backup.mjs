// `npm run backup`: saves the database and the files while the server runs.
import { runProgram } from './lib/program.mjs';

await runProgram('backup');
