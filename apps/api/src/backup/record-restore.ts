import { recordAudit } from '../audit/audit.ts';
import type { Manifest } from './manifest.ts';
import type { RestoredPlace } from './restore-backup.ts';

/**
 * Records the restore in the audit trail; what happened after the instant in its label may be missing. A restore that was cut off at
 * its very end is recorded twice.
 */
export async function recordRestore(
  { database }: Pick<RestoredPlace, 'database'>,
  { id, installation, madeAt }: Manifest,
): Promise<void> {
  await recordAudit(database.db, {
    at: new Date(),
    actorId: null,
    actorRole: null,
    action: 'installation.restored',
    object: { kind: 'installation', id: installation, label: madeAt },
    outcome: 'done',
    detail: { backup: id },
  });
}
