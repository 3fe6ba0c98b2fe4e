import { recordAudit } from '../../audit/audit.ts';
import type { Database } from '../../db/database.ts';
import { retireOtherAreas, saveAreas, saveOutline } from './area.store.ts';
import { readAreas } from './read-areas.ts';
import { drawOutline, readOutline } from './read-outline.ts';

/** Replaces areas by a CSV file's, and shapes where GeoJSON is given. It does all or nothing. */
export async function loadAreas(
  db: Database,
  csv: Uint8Array,
  geojson?: Uint8Array,
): Promise<{ loaded: number; retired: number; shapes?: number }> {
  const areas = readAreas(csv);
  const levels = new Map(areas.map(({ code, level }) => [code, level]));
  const shapes = geojson && readOutline(geojson, levels);
  const outline = shapes && drawOutline(shapes);
  return db.transaction(async (tx) => {
    await saveAreas(tx, areas);
    const retired = await retireOtherAreas(
      tx,
      areas.map(({ code }) => code),
    );
    if (outline) await saveOutline(tx, shapes, outline);
    const detail = { loaded: areas.length, retired, ...(shapes && { shapes: shapes.length }) };
    await recordAudit(tx, { at: new Date(), action: 'area.changed', outcome: 'done', detail });
    return detail;
  });
}
