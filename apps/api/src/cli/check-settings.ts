import { readStartSettings } from '../start/start-settings.ts';
import { print, runProgram } from './program.ts';

// `npm run check-settings`: names each fault of a server's settings in a line, and ends with 1 if there is one.

await runProgram(async () => {
  for (const line of readStartSettings(process.env).warnings) print(line);
  print('The server can start with these settings.');
});
