import { firstAdministrator } from '../features/people/account/first-administrator.ts';
import { isEasyPassword } from '../auth/password/password-policy.ts';
import { dangersOf, warningsOf } from '../config/safe-settings.ts';
import { readSettings, type Settings } from '../config/settings.ts';
import { StartupError } from '../config/startup-error.ts';

/** Reads a server's settings and their warnings. @throws StartupError with a line for each wrong, dangerous or easy one. */
export function readStartSettings(environment: NodeJS.Dict<string>) {
  const settings = readSettings(environment);
  const faults = [...dangersOf(settings, environment), ...easyPasswords(settings)];
  if (faults.length > 0) throw new StartupError(faults.join('\n'));
  return { settings, warnings: [...warningsOf(settings)] };
}

function* easyPasswords({ admin, demoPassword, productName }: Settings): Generator<string> {
  const owner = admin && { ...firstAdministrator, email: admin.email };
  if (admin && isEasyPassword(admin.password, owner, productName)) yield tooEasy('ADMIN_PASSWORD');
  if (demoPassword !== undefined && isEasyPassword(demoPassword, undefined, productName))
    yield tooEasy('DEMO_PASSWORD');
}

const tooEasy = (setting: string) => `The setting ${setting} is too easy to guess. Choose another one.`;
