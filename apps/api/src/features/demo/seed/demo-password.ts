import { randomInt } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import type { Settings } from '../../../config/settings.ts';

/** The file in the data folder that keeps a password we made up, for its owner alone. */
export const demoPasswordFile = 'demo-password';

/** The password of the demo accounts, as far as it is known here: the setting, or else the one kept in the data folder. */
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

/** Makes up a password and keeps it in the data folder. */
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

/** Letters and digits that nobody mixes up. Four words of four make some 78 bits. */
function randomWord(length: number): string {
  const alphabet = '23456789abcdefghjkmnpqrstvwxyz';
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}
