import { PmtilesSource, Static, TileCache, View } from 'protomaps-leaflet';

interface Spot {
  readonly lat: number;
  readonly lon: number;
}

/** Centre and zoom level of the visible part of the map. */
export interface Sight extends Spot {
  readonly zoom: number;
}

interface Look {
  readonly dark: boolean;
  readonly pin: Spot | null;
}

export type OpenMap = Awaited<ReturnType<typeof openMap>>;

/** PMTiles type for vector tiles, the only ones that can be painted. */
const vectors = 1;
/** Zoom levels offered beyond the finest in the file. */
const beyond = 4;
const tileSize = 256;

/** Remembers failed tiles, which the painter skips silently. */
class Tiles extends PmtilesSource {
  failed = false;
  override async get(...asked: Parameters<PmtilesSource['get']>) {
    try {
      return await super.get(...asked);
    } catch (error) {
      this.failed = true;
      throw error;
    }
  }
}

/** Opens the operator's map. @throws when it cannot be read, or holds no vector tiles. */
export async function openMap() {
  const tiles = new Tiles('/map.pmtiles', false);
  const header = await tiles.p.getHeader();
  if (header.tileType !== vectors) throw new Error('The map holds no vector tiles.');
  const { attribution = '' } = (await tiles.p.getMetadata()) as { attribution?: string };
  const view = new View(new TileCache(tiles, 2 * tileSize), header.maxZoom, 1);
  const { minLon: west, minLat: south, maxLon: east, maxLat: north } = header;
  const within = ({ lat, lon }: Spot): Spot => ({
    lat: Math.min(Math.max(lat, south), north),
    lon: Math.min(Math.max(lon, west), east),
  });

  return {
    middle: { lat: (south + north) / 2, lon: (west + east) / 2 },
    width: east - west,
    least: header.minZoom + 1,
    most: header.maxZoom + beyond,
    /** Attribution as plain text; the file may contain HTML links. */
    credit: attribution.replaceAll(/<[^>]*>/gu, ''),

    /** Returns the place at an offset in pixels, clamped to the map. */
    beside({ lat, lon, zoom }: Sight, right: number, down: number): Spot {
      const pixels = pixelsOfRadian(zoom);
      return within({ lat: latitudeOf(northing(lat) - down / pixels), lon: lon + degrees(right / pixels) });
    },

    async paint(canvas: HTMLCanvasElement, { lat, lon, zoom }: Sight, { dark, pin }: Look) {
      const { clientWidth: width, clientHeight: height } = canvas;
      const fine = devicePixelRatio;
      const sheet = new OffscreenCanvas(width * fine, height * fine);
      const ink = sheet.getContext('2d')! as unknown as CanvasRenderingContext2D;
      ink.scale(fine, fine);
      const painter = new Static({
        url: tiles.p,
        flavor: dark ? 'dark' : 'light',
        lang: document.documentElement.lang,
      });
      painter.views = new Map([['', view]]);
      tiles.failed = false;
      await painter.drawContext(ink, width, height, { x: lon, y: lat } as Parameters<Static['drawContext']>[3], zoom);
      const colour = dark ? '#fff' : '#000';
      const [x, y] = [width / 2, height / 2];
      stroke(ink, colour, new Path2D(`M${x - 12} ${y}h24M${x} ${y - 12}v24`));
      if (pin) {
        const pixels = pixelsOfRadian(zoom);
        const [right, down] = [radians(pin.lon - lon) * pixels, (northing(lat) - northing(pin.lat)) * pixels];
        stroke(ink, colour, new Path2D(`M${x + right} ${y + down}l-8 -16a9 9 0 1 1 16 0z`), '#c8102e');
      }
      return {
        isTorn: tiles.failed,
        show() {
          Object.assign(canvas, { width: sheet.width, height: sheet.height });
          canvas.getContext('2d')!.drawImage(sheet, 0, 0);
        },
      };
    },
  };
}

function stroke(ink: CanvasRenderingContext2D, colour: string, path: Path2D, fill?: string): void {
  ink.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
  Object.assign(ink, { strokeStyle: colour, lineWidth: 2 });
  if (fill) {
    ink.fillStyle = fill;
    ink.fill(path);
  }
  ink.stroke(path);
}

// Web Mercator, the projection of all such tiles.
const radians = (angle: number) => (angle * Math.PI) / 180;
const degrees = (angle: number) => (angle * 180) / Math.PI;
const northing = (lat: number) => Math.asinh(Math.tan(radians(lat)));
const latitudeOf = (north: number) => degrees(Math.atan(Math.sinh(north)));
const pixelsOfRadian = (zoom: number) => (tileSize * 2 ** zoom) / (2 * Math.PI);
