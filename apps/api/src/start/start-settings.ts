import { firstAdministrator } from '../features/people/account/first-administrator.ts';
import { isEasyPassword } from '../auth/password/password-policy.ts';
import { dangersOf, warningsOf } from '../config/safe-settings.ts';
import { examineSettings, type Settings } from '../config/settings.ts';
import { StartupError } from '../config/startup-error.ts';
import { readStorageUrl } from '../files/s3-files.ts';

/** Reads a server's settings and their warnings. @throws StartupError with a line for each wrong, dangerous or easy one. */
export function readStartSettings(environment: NodeJS.Dict<string>) {
  const { settings, faults } = examineSettings(environment);
  const more = [...faultOfStorage(settings), ...dangersOf(settings, environment), ...easyPasswords(settings)];
  // One line a setting: that of a wrong one has its default here.
  const lines = new Map(
    [...faults, ...more].toReversed().map((line) => [/^The setting \w+/.exec(line)?.[0] ?? line, line]),
  );
  if (lines.size > 0) throw new StartupError([...lines.values()].toReversed().join('\n'));
  return { settings, warnings: [...warningsOf(settings)] };
}

function* faultOfStorage({ storageUrl }: Settings): Generator<string> {
  try {
    if (storageUrl !== undefined) readStorageUrl(storageUrl);
  } catch (error) {
    yield (error as Error).message;
  }
}

function* easyPasswords({ admin, demoPassword, productName }: Settings): Generator<string> {
  const owner = admin && { ...firstAdministrator, email: admin.email };
  if (admin && isEasyPassword(admin.password, owner, productName)) yield tooEasy('ADMIN_PASSWORD');
  if (demoPassword !== undefined && isEasyPassword(demoPassword, undefined, productName))
    yield tooEasy('DEMO_PASSWORD');
}

const tooEasy = (setting: string) =>
  `The setting ${setting} is too easy to guess. Choose one that is in no list of passwords and is more than words of this portal.`;
