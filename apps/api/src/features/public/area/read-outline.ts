import { brotliCompressSync, constants } from 'node:zlib';
import type { AreaOutline } from '@baraza/contract';
import { z } from 'zod';
import { StartupError } from '../../../config/startup-error.ts';

/** Limit of the compressed outline in bytes, for phones. */
const mostBytes = 60_000;
/** Compression of the outline: takes some 15 ms, while the best quality takes half a second. */
export const outlineCompression = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };
/** Numbers of cells along the longer side, tried from fine to coarse. */
const grids = [4096, 2048, 1024, 512, 256];

const Position = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]).rest(z.number());
const Ring = z.array(Position).min(4);
const Geometry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Polygon'), coordinates: z.array(Ring) }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(Ring)) }),
]);
const Collection = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(z.object({ properties: z.object({ code: z.string() }), geometry: Geometry })).min(1),
});

type Cell = readonly [x: number, y: number];
type Ring = z.infer<typeof Ring>;

/** Shape of an area: rings of longitude and latitude, including holes. */
export interface Shape {
  readonly code: string;
  readonly rings: readonly Ring[];
}

/** Reads shapes of areas from GeoJSON whose features name a code; the largest come first. @throws StartupError */
export function readOutline(geojson: Uint8Array, levels: ReadonlyMap<string, number>): Shape[] {
  const { features } = parse(geojson);
  const seen = new Set<string>();
  const shapes = features.map(({ properties: { code }, geometry }) => {
    if (!levels.has(code)) throw refused(`it names the area ${code}, which is not in the list`);
    if (seen.has(code)) throw refused(`it contains the area ${code} twice`);
    seen.add(code);
    const rings = geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat();
    const isClosed = (ring: Ring) => ring[0]?.[0] === ring.at(-1)?.[0] && ring[0]?.[1] === ring.at(-1)?.[1];
    if (!rings.every(isClosed)) throw refused(`a ring of the area ${code} does not end where it begins`);
    return { code, rings };
  });
  const levelOf = ({ code }: Shape) => levels.get(code) ?? 0;
  return shapes.toSorted((a, b) => levelOf(a) - levelOf(b));
}

const refused = (why: string) => new StartupError(`The outline cannot be used: ${why}. Nothing was loaded.`);

function parse(geojson: Uint8Array): z.infer<typeof Collection> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(geojson));
  } catch {
    throw refused('it is not JSON in UTF-8');
  }
  const parsed = Collection.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw refused(`at ${issue?.path.join('.') || 'its start'}: ${issue?.message}`);
}

/** Draws shapes on the finest grid within the limit. Neighbours share the cells of their border, so that no gap opens. */
export function drawOutline(shapes: readonly Shape[]): AreaOutline {
  for (const grid of grids) {
    const outline = drawOn(grid, shapes);
    if (brotliCompressSync(JSON.stringify(outline), outlineCompression).length <= mostBytes) return outline;
  }
  throw refused('it has too many shapes to load on a phone; leave out the smallest areas');
}

function drawOn(grid: number, shapes: readonly Shape[]): AreaOutline {
  const [west, east] = boundsOf(shapes, 0);
  const [south, north] = boundsOf(shapes, 1);
  // Equirectangular projection: a degree of longitude has its width of the middle latitude.
  const wide = (east - west) * Math.cos((((south + north) / 2) * Math.PI) / 180);
  const scale = grid / Math.max(wide, north - south);
  const [width, height] = [Math.ceil(wide * scale), Math.ceil((north - south) * scale)];
  const toCell = ([lon, lat]: Ring[number]): Cell => [
    Math.round(((lon - west) / (east - west)) * width),
    Math.round(((north - lat) / (north - south)) * height),
  ];
  const toPath = (ring: Ring) => pathOf(straightened(ring.map(toCell)));
  const drawn = shapes.map(({ code, rings }) => ({ code, path: rings.map(toPath).join('') }));
  return { west, south, east, north, width, height, shapes: drawn.filter(({ path }) => path !== '') };
}

function boundsOf(shapes: readonly Shape[], axis: 0 | 1): [number, number] {
  const values = shapes.flatMap(({ rings }) => rings.flatMap((ring) => ring.map((position) => position[axis])));
  const [least, most] = values.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [
    Infinity,
    -Infinity,
  ] as [number, number]);
  if (least === most) throw refused('its shapes have no width or no height');
  return [least, most];
}

/** Leaves out cells that repeat the one before, or lie on the line through it. */
function straightened(cells: readonly Cell[]): Cell[] {
  const kept: Cell[] = [];
  for (const cell of cells) {
    const [b, a] = [kept.at(-1), kept.at(-2)];
    if (b && b[0] === cell[0] && b[1] === cell[1]) continue;
    if (a && b && (b[0] - a[0]) * (cell[1] - b[1]) === (b[1] - a[1]) * (cell[0] - b[0])) kept.pop();
    kept.push(cell);
  }
  return kept;
}

/** Converts a closed ring to an SVG path of relative steps; '' where it collapses. */
function pathOf(cells: readonly Cell[]): string {
  const [start, ...rest] = cells.slice(0, -1);
  if (!start || rest.length < 2) return '';
  let [x, y] = start;
  const steps = rest.map((cell) => {
    const step = `${cell[0] - x} ${cell[1] - y}`;
    [x, y] = cell;
    return step;
  });
  return `M${start.join(' ')}l${steps.join(' ')}z`;
}
