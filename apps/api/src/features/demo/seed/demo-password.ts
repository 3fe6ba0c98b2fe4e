import { randomInt } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import type { Settings } from '../../../config/settings.ts';

/** File in the data folder with a generated password, readable by its owner only. */
export const demoPasswordFile = 'demo-password';

/** Reads the password of the demo accounts from the setting or the data folder. */
export async function knownDemoPassword(
  settings: Pick<Settings, 'dataDir' | 'demoPassword'>,
): Promise<string | undefined> {
  if (settings.demoPassword !== undefined) return settings.demoPassword;
  try {
    return (await readFile(path.join(settings.dataDir, demoPasswordFile), 'utf8')).trim() || undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Generates a password and keeps it in the data folder. */
export async function makeDemoPassword(settings: Pick<Settings, 'dataDir'>): Promise<string> {
  const password = Array.from({ length: 4 }, () => randomWord(4)).join('-');
  const file = path.join(settings.dataDir, demoPasswordFile);
  const handle = await open(`${file}.new`, 'w', 0o600);
  try {
    await handle.chmod(0o600);
    await handle.writeFile(`${password}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${file}.new`, file);
  return password;
}

/** Unambiguous letters and digits; four groups of four are some 78 bits. */
function randomWord(length: number): string {
  const alphabet = '23456789abcdefghjkmnpqrstvwxyz';
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}
