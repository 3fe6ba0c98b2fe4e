import type { FastifyBaseLogger } from 'fastify';
import { recordAudit } from '../audit/audit.ts';
import { systemClock } from '../config/clock.ts';
import { secretKeyOf } from '../config/data-dir.ts';
import type { Settings } from '../config/settings.ts';
import { deriveKeys } from '../crypto/keys.ts';
import { writeWentBackAt } from '../features/log/log.store.ts';
import { reapplyErasures } from '../features/privacy/erase-account.ts';
import type { BackupSpot } from './backup-store.ts';
import { addErasures, addOwnErasures, listsBeside } from './erasures.ts';
import type { Manifest } from './manifest.ts';
import type { RestoredPlace } from './restore-backup.ts';

/** Erases again who was erased after the backup. The lists beside it and in the data folder name them. */
export async function eraseAgain(
  { database, files }: RestoredPlace,
  spot: BackupSpot,
  { settings, log }: { readonly settings: Settings; readonly log: FastifyBaseLogger },
): Promise<number> {
  for await (const list of listsBeside(spot)) await addErasures(database.pool, list);
  await addOwnErasures(database.pool, settings.dataDir);
  const keys = deriveKeys(await secretKeyOf(settings, () => Promise.resolve(false)));
  return reapplyErasures({ db: database.db, files, settings, keys, log, clock: systemClock });
}

/** Gives the log a new name: under the former one it may have grown after the backup. */
export function renameRestoredLog({ database }: Pick<RestoredPlace, 'database'>): Promise<void> {
  return writeWentBackAt(database.db, new Date());
}

/** Records the restore in the audit trail: what happened after the instant in its label may be missing. */
export async function recordRestore(
  { database }: Pick<RestoredPlace, 'database'>,
  { id, installation, madeAt }: Manifest,
): Promise<void> {
  await recordAudit(database.db, {
    at: new Date(),
    action: 'installation.restored',
    object: { kind: 'installation', id: installation, label: madeAt },
    outcome: 'done',
    detail: { backup: id },
  });
}
