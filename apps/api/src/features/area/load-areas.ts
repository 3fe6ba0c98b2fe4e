import { recordAudit } from '../../audit/audit.ts';
import type { Database } from '../../db/database.ts';
import { retireOtherAreas, saveAreas } from './area.store.ts';
import { readAreas } from './read-areas.ts';

/** Replaces the list of areas by that of a CSV file, whole or not at all. */
export async function loadAreas(db: Database, csv: Uint8Array): Promise<{ loaded: number; retired: number }> {
  const areas = readAreas(csv);
  return db.transaction(async (tx) => {
    await saveAreas(tx, areas);
    const retired = await retireOtherAreas(
      tx,
      areas.map(({ code }) => code),
    );
    const detail = { loaded: areas.length, retired };
    await recordAudit(tx, { at: new Date(), action: 'area.changed', outcome: 'done', detail });
    return detail;
  });
}
