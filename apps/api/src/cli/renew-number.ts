import { fullName } from '@baraza/contract';
import { recordAudit } from '../audit/audit.ts';
import { updateAccount } from '../auth/account.store.ts';
import { addressOf } from '../auth/number.ts';
import { listByNumber } from '../auth/phone/phone-account.store.ts';
import { StartupError } from '../config/startup-error.ts';
import { AppError } from '../http/errors.ts';
import { print, runProgram, withRunningDatabase } from './program.ts';

/* `npm run renew-number -- 08030001234 "Ada Obi"`: lets a citizen who came to an office use a number again that rested for a year. */

await runProgram(async () => {
  const [, , typed = '', name = ''] = process.argv;
  if (!/\d/u.test(typed) || name === '')
    throw new StartupError('Say which and whose: npm run renew-number -- 08030001234 "Ada Obi"');
  await withRunningDatabase((db, settings) =>
    db.transaction(async (tx) => {
      const rows = await listByNumber(tx, readNumber(settings, typed));
      const theirs = rows.filter(
        ({ firstName, lastName }) => fullName({ first_name: firstName, last_name: lastName }) === name,
      );
      if (theirs.length === 0) throw new StartupError('Nobody of this name logs in with this number.');
      for (const { id } of theirs) {
        await updateAccount(tx, id, { phoneUsedAt: new Date() });
        const object = { kind: 'account', id };
        await recordAudit(tx, { at: new Date(), action: 'account.phone-confirmed', object, outcome: 'done' });
      }
    }),
  );
  print('The number can be used again, with the password and the code of an SMS.');
});

function readNumber(settings: Parameters<typeof addressOf>[0]['settings'], typed: string): string {
  try {
    return addressOf({ settings }, typed);
  } catch (error) {
    if (error instanceof AppError)
      throw new StartupError('This is no telephone number, or CHANNELS has none that sends.');
    throw error;
  }
}
