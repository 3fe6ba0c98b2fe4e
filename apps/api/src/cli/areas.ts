import { readFile } from 'node:fs/promises';
import { StartupError } from '../config/startup-error.ts';
import { loadAreas } from '../features/public/area/load-areas.ts';
import { print, runProgram, withRunningDatabase } from './program.ts';

/*
 * `npm run areas -- FILE [OUTLINE]`: loads areas from a CSV file (code, name, parent), and their shapes from GeoJSON (property code).
 * The file is the whole list: an area that it lacks is no longer offered, and stays with the complaints that name it.
 */

await runProgram(async () => {
  const [file, outline] = process.argv.slice(2);
  if (!file) throw new StartupError('Say which file: npm run areas -- FILE [OUTLINE]');
  const csv = await readFile(file);
  const geojson = outline === undefined ? undefined : await readFile(outline);
  const { loaded, retired, shapes } = await withRunningDatabase((db) => loadAreas(db, csv, geojson));
  print(`Loaded: ${loaded}. No longer offered: ${retired}.`);
  if (shapes !== undefined) print(`Shapes in the outline: ${shapes}.`);
});
