import { firstAdministrator } from '../features/account/first-administrator.ts';
import { isEasyPassword } from '../auth/password/password-policy.ts';
import { dangersOf, unknownNames, warningsOf } from '../config/safe-settings.ts';
import { type Fault, readSettings, type Settings, SettingsError } from '../config/settings.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The settings of a server, and what is worth a warning. Whatever is wrong or dangerous is told at once, before anything is
 * opened or changed: values that are not allowed, names that were meant to be ours, passwords that are easy to guess, and what
 * is dangerous only together.
 * @throws SettingsError with one line for each.
 */
export function readStartSettings(environment: Environment): { settings: Settings; warnings: string[] } {
  const names = [...unknownNames(environment)];
  const [settings, values] = readWhatIsGood(environment);
  const wrong = new Set([...names, ...values].map(({ setting }) => setting));
  // What a slip or a bad value leads to is no fault of its own.
  const dangers = [...dangersOf(settings, environment), ...easyPasswords(settings)].filter(
    ({ setting }) => !wrong.has(setting),
  );
  const faults = [...names, ...values, ...dangers];
  if (faults.length > 0) throw new SettingsError(faults);
  return { settings, warnings: warningsOf(settings, environment) };
}

/** The settings as far as they are allowed, with the defaults in the place of the others, and what is wrong with those. */
function readWhatIsGood(environment: Environment): [Settings, readonly Fault[]] {
  try {
    return [readSettings(environment), []];
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const without = new Set(error.faults.flatMap(({ setting }) => partsOf(setting)));
    const good = Object.entries(environment).filter(([name]) => !without.has(name));
    return [readSettings(Object.fromEntries(good)), error.faults];
  }
}

/** Of the first administrator both or none. */
const admin = ['ADMIN_EMAIL', 'ADMIN_PASSWORD'];
const partsOf = (setting: string) => (admin.includes(setting) ? admin : [setting]);

function* easyPasswords({ admin: first, demoPassword, productName }: Settings): Generator<Fault> {
  const passwords = [
    ['ADMIN_PASSWORD', first?.password, first && { ...firstAdministrator, email: first.email }],
    ['DEMO_PASSWORD', demoPassword, undefined],
  ] as const;
  for (const [setting, password, owner] of passwords)
    if (password !== undefined && isEasyPassword(password, owner, productName))
      yield { setting, line: `The setting ${setting} is too easy to guess. Choose another one.` };
}
