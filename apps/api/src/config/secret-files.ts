import { readFileSync } from 'node:fs';

/** Secrets that a file may hold, which the same name with `_FILE` names. */
const secrets = [
  'SECRET_KEY',
  'FORMER_SECRET_KEY',
  'DATABASE_URL',
  'DATABASE_REPLICA_URL',
  'SMTP_URL',
  'IMAP_URL',
  'ADMIN_PASSWORD',
  'OIDC_CLIENT_SECRET',
  'DEMO_PASSWORD',
  'CHANNELS',
  'BACKUP_IDENTITY',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
] as const;

const fileNames: ReadonlyMap<string, string> = new Map(secrets.map((name) => [`${name}_FILE`, name]));

/** Names of the settings that name files. */
export const secretFileNames = [...fileNames.keys()];

/** Reads the secrets in files, without a line break at the end; `faults` has a line for each that is not usable. */
export function readSecretFiles(environment: NodeJS.Dict<string>) {
  const values: NodeJS.Dict<string> = {};
  const faults: string[] = [];
  for (const [fileName, name] of fileNames) {
    const file = environment[fileName];
    if (!file) continue;
    if (environment[name]) {
      faults.push(`The settings ${name} and ${fileName} are both set. Keep one of them.`);
      continue;
    }
    try {
      values[name] = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
      if (values[name] === '') faults.push(`The setting ${fileName} names an empty file.`);
    } catch (error) {
      faults.push(
        `The setting ${fileName} names a file that cannot be read (${(error as NodeJS.ErrnoException).code}).`,
      );
    }
  }
  return { values, faults };
}
