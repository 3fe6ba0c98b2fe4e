// `npm run sign-out -- name@example.org`, or `-- --everybody`: ends the sessions of a person, or all there are.
import { runProgram } from './lib/program.mjs';

await runProgram('sign-out');
