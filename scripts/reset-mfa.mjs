// `npm run reset-mfa -- name@example.org`: lets a member of staff log in with the password alone, when nobody at the desk can.
import { runProgram } from './lib/program.mjs';

await runProgram('reset-mfa');
