import type { AuditAction } from '@baraza/contract/audit/audit';
import { recordAudit } from '../audit/audit.ts';
import type { Manifest } from './manifest.ts';
import type { RestoredPlace } from './restore-backup.ts';

/**
 * Writes into the audit trail of the new place that everything before came from elsewhere: what happened after the moment in
 * its label may be missing. After a restore that was cut off at its very end it stands there twice.
 */
export async function recordArrival(
  { database }: Pick<RestoredPlace, 'database'>,
  { id, installation, madeAt }: Manifest,
  action: Extract<AuditAction, `installation.${string}`>,
): Promise<void> {
  await recordAudit(database.db, {
    at: new Date(),
    actorId: null,
    actorRole: null,
    action,
    object: { kind: 'installation', id: installation, label: madeAt },
    outcome: 'done',
    detail: { backup: id },
  });
}
