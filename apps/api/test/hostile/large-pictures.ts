import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { type HostileFile, refusedFiles } from './hostile-files.ts';
import { hostileAvifs } from './hostile-avif.ts';

const grey = { r: 90, g: 90, b: 90, alpha: 0.5 };

/** Makes a picture of one colour, small in bytes whatever its number of pixels. */
const plain = (width: number, height: number, channels: 3 | 4) =>
  sharp({ create: { width, height, channels, background: grey }, limitInputPixels: false });

async function picture(name: string, bytes: Promise<Buffer>): Promise<HostileFile> {
  const format = name.split('.').at(-1);
  return { name, type: `image/${format}`, bytes: await bytes };
}

/** Small files that decode to more than the server allows: each must be refused. */
export async function bombs(): Promise<HostileFile[]> {
  const made = await Promise.all([
    picture(
      '40 million points in 40 bytes.webp',
      plain(8_000, 4_999, 4).webp({ lossless: true, effort: 0 }).toBuffer(),
    ),
    picture('268 million points.webp', plain(16_383, 16_383, 3).webp({ lossless: true, effort: 0 }).toBuffer()),
    picture('16 bits and lying on its side.png', deep().withMetadata({ orientation: 6 }).png().toBuffer()),
    picture(
      '16 bits in one tile.tiff',
      deep().tiff({ compression: 'deflate', tile: true, tileWidth: 8_192, tileHeight: 8_192 }).toBuffer(),
    ),
    picture('40 million points.gif', plain(8_000, 4_999, 3).gif({ effort: 1 }).toBuffer()),
    picture('14 million points.avif', plain(4_000, 3_500, 3).avif({ effort: 0 }).toBuffer()),
    picture(
      'in passes.jpeg',
      plain(8_000, 4_999, 3).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
    ),
  ]);
  const known = (await refusedFiles()).filter(({ name }) =>
    /^(bomb|endless|seven|sixty|many|huge|deep|svg\.svgz|zip)/.test(name),
  );
  const archive = { name: 'within.png', type: 'image/png', bytes: gzipSync(gzipSync(Buffer.alloc(64 * 1024 * 1024))) };
  return [...made, ...known, ...(await hostileAvifs()), archive];
}

const deep = () => plain(8_000, 4_999, 4).toColourspace('rgb16');

/** Pictures at the limits: each must be taken. */
export async function largest(): Promise<HostileFile[]> {
  return Promise.all([
    picture('as large as may be.jpeg', plain(8_000, 4_999, 3).jpeg().toBuffer()),
    picture('lying on its side.jpeg', plain(8_000, 4_999, 3).withMetadata({ orientation: 6 }).jpeg().toBuffer()),
    picture(
      'in few passes.jpeg',
      plain(6_000, 4_000, 3).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
    ),
    picture('as large as may be.png', deep().png().toBuffer()),
    picture('as large as may be.gif', plain(6_000, 4_400, 3).gif({ effort: 1 }).toBuffer()),
    picture('as large as may be.webp', plain(5_000, 3_999, 4).webp({ effort: 0 }).toBuffer()),
    picture('as large as may be.avif', plain(4_032, 3_024, 3).avif({ effort: 0 }).toBuffer()),
  ]);
}
