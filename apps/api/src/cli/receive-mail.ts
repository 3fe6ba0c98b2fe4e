import { systemClock } from '../config/clock.ts';
import { secretKeyOf } from '../config/data-dir.ts';
import { StartupError } from '../config/startup-error.ts';
import { deriveKeys } from '../crypto/keys.ts';
import { keepMail, largestMail } from '../channels/mail/receive-mail.ts';
import { readDataKey } from '../db/installation.store.ts';
import { rates } from '../limits/rates.ts';
import { runProgram, withRunningDatabase } from './program.ts';

/*
 * `npm run receive-mail < message`: takes a mail to a reply address from a mail server, beside the running server, which handles it within
 * a minute. Others are dropped.
 */

// EX_TEMPFAIL, whatever went wrong: the mail server keeps the mail and tries again.
process.on('exit', (code) => {
  if (code !== 0) process.exitCode = 75;
});

await runProgram(() =>
  withRunningDatabase(async (db, settings) => {
    if (!settings.replyDomain) throw new StartupError('The setting REPLY_DOMAIN is missing.');
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
      // Read to the end: a mail server takes a closed pipe for a failure.
      if (size < largestMail) chunks.push(chunk);
      size += chunk.length;
    }
    const keys = deriveKeys(await readDataKey(db, await secretKeyOf(settings)));
    await keepMail({ db, keys, rates, clock: systemClock, settings }, Buffer.concat(chunks));
  }),
);
