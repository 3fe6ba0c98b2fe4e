import { randomBytes } from 'node:crypto';
import { finishReplacing, keyFrom, keyIdOf, replaceKey, secretKeyOf } from '../config/data-dir.ts';
import { readSecretFiles } from '../config/secret-files.ts';
import type { Settings } from '../config/settings.ts';
import { StartupError } from '../config/startup-error.ts';
import type { Database } from '../db/database.ts';
import { readDataKey, readKeyId, writeDataKey } from '../db/installation.store.ts';
import { print, runProgram, withRunningDatabase } from './program.ts';

/*
 * `npm run change-key`: seals the data key with another secret key, beside running servers too. Makes a new DATA_DIR/secret; or takes
 * the new key of SECRET_KEY or DATA_DIR/secret, with the former one in FORMER_SECRET_KEY. With `--lost` nothing needs the former key,
 * and what was sealed with it is gone.
 */

const usage =
  'Set SECRET_KEY to the new key (openssl rand -hex 32) and FORMER_SECRET_KEY to the former one, then: npm run change-key. If the former one is gone for good: npm run change-key -- --lost (docs/operate/secret-key.md).';

async function changeKey(db: Database, settings: Settings, isLost: boolean): Promise<void> {
  const keyId = await readKeyId(db);
  if (settings.secretKey === undefined && (await finishReplacing(settings.dataDir, keyId))) return;
  const secret = await secretKeyOf(settings, async () => isLost);
  if (isLost) {
    if (keyId === keyIdOf(secret)) throw new StartupError('This is the key of the database: nothing is lost.');
    return writeDataKey(db, secret, randomBytes(32));
  }
  const former = process.env['FORMER_SECRET_KEY'] ?? readSecretFiles(process.env).values['FORMER_SECRET_KEY'];
  if (former && keyId === keyIdOf(secret)) return;
  if (former) return writeDataKey(db, secret, await readDataKey(db, keyFrom(former)));
  const isUnchanged = keyId === null || keyId === keyIdOf(secret);
  if (settings.secretKey !== undefined || !isUnchanged) throw new StartupError(usage);
  const dataKey = await readDataKey(db, secret);
  await replaceKey(settings.dataDir, (key) => writeDataKey(db, key, dataKey));
}

await runProgram(async () => {
  const words = process.argv.slice(2);
  if (words.some((word) => word !== '--lost')) throw new StartupError(usage);
  await withRunningDatabase((db, settings) => changeKey(db, settings, words.length > 0));
  print('The key is changed. Restart every server with it, make a backup, and keep a sealed copy of the key.');
});
