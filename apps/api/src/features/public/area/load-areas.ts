import { lineText } from '@baraza/contract';
import { CsvError, parse } from 'csv-parse/sync';
import { recordAudit } from '../../../audit/audit.ts';
import { StartupError } from '../../../config/startup-error.ts';
import type { Database } from '../../../db/database.ts';
import { retireOtherAreas, type LoadedArea, saveAreas, saveOutline } from './save-areas.store.ts';
import { drawOutline, readOutline } from './read-outline.ts';

/** Replaces all areas by a CSV file, and their shapes by GeoJSON if given. Runs in one transaction. */
export async function loadAreas(db: Database, csv: Uint8Array, geojson?: Uint8Array) {
  const areas = readAreas(csv);
  const levels = new Map(areas.map(({ code, level }) => [code, level]));
  const shapes = geojson && readOutline(geojson, levels);
  const outline = shapes && drawOutline(shapes);
  return db.transaction(async (tx) => {
    await saveAreas(tx, areas);
    const retired = await retireOtherAreas(tx, [...levels.keys()]);
    if (outline) await saveOutline(tx, shapes, outline);
    const detail = { loaded: areas.length, retired, ...(shapes && { shapes: shapes.length }) };
    await recordAudit(tx, { at: new Date(), action: 'area.changed', outcome: 'done', detail });
    return detail;
  });
}

const most = 20_000;
const deepest = 6;
const codeLine = lineText(40);
const nameLine = lineText(100);

interface Line {
  readonly at: number;
  readonly code: string;
  readonly name: string;
  readonly parent: string;
}

/** Reads areas from CSV with the columns code, name and parent. @throws StartupError that names each wrong line. */
export function readAreas(csv: Uint8Array): LoadedArea[] {
  const lines = readLines(csv);
  const byCode = new Map<string, Line>();
  const faults = lines.flatMap((line) => {
    const twin = byCode.get(line.code);
    if (!twin) byCode.set(line.code, line);
    return [
      ...(twin ? [`Line ${line.at}: the code ${line.code} stands in line ${twin.at} too.`] : []),
      ...textFaults(line),
    ];
  });
  const areas = lines.flatMap((line): LoadedArea[] => {
    const above = lineage(line, byCode);
    if (typeof above === 'string') faults.push(`Line ${line.at}: ${above}`);
    if (typeof above === 'string') return [];
    const { code, name, parent } = line;
    const fullName = above.map((outer) => outer.name).join(', ');
    return [{ code, name, parent: parent || null, level: above.length, fullName }];
  });
  if (lines.length === 0) throw new StartupError('The file contains no area.');
  if (lines.length > most) throw new StartupError(`The file contains ${lines.length} areas; the limit is ${most}.`);
  if (faults.length > 0) throw new StartupError(shown(faults));
  return areas;
}

function readLines(csv: Uint8Array): Line[] {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(csv);
    const rows = parse(text, { columns: true, info: true, skip_empty_lines: true, trim: true });
    return (rows as unknown as { record: Record<string, string>; info: { lines: number } }[]).map(
      ({ record, info }) => {
        const { code, name, parent } = record;
        if (code === undefined || name === undefined || parent === undefined)
          throw new StartupError('The first line must name the columns code, name and parent.');
        return { at: info.lines, code, name, parent };
      },
    );
  } catch (error) {
    if (error instanceof CsvError) throw new StartupError(`The file is not CSV: ${error.message}.`);
    if (error instanceof TypeError) throw new StartupError('The file is not in UTF-8.');
    throw error;
  }
}

function textFaults({ at, code, name }: Line): string[] {
  const isLine = (schema: typeof codeLine, text: string) => schema.safeParse(text).data === text;
  return [
    ...(isLine(codeLine, code) ? [] : [`Line ${at}: the code must have 1 to 40 characters.`]),
    ...(isLine(nameLine, name) ? [] : [`Line ${at}: the name must have 1 to 100 characters.`]),
  ];
}

/** Lists an area and its parents up to the top; or returns the fault of its parents. */
function lineage(line: Line, byCode: ReadonlyMap<string, Line>): Line[] | string {
  const above = [line];
  for (let { parent } = line; parent !== '';) {
    const next = byCode.get(parent);
    if (!next) return `there is no area with the code ${parent}.`;
    if (above.includes(next)) return `${line.code} lies in itself.`;
    above.push(next);
    parent = next.parent;
  }
  return above.length > deepest ? `it lies ${above.length} levels deep; the limit is ${deepest}.` : above;
}

function shown(faults: readonly string[]): string {
  const first = faults.slice(0, 20);
  const more = faults.length - first.length;
  return [...first, ...(more > 0 ? [`And ${more} more.`] : []), 'Nothing was loaded.'].join('\n');
}
