// `npm run restore`: brings a backup back into an empty place.
import { runProgram } from './lib/program.mjs';

await runProgram('restore');
