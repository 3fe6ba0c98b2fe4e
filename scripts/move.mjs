// `npm run move`: carries an embedded installation to a database server and object storage.
import { runProgram } from './lib/program.mjs';

await runProgram('move');
