// `npm run verify-history`: looks for anything that was changed in the history of complaints behind the application's back.
import { runProgram } from './lib/program.mjs';

await runProgram('verify-history');
