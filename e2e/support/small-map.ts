/** Writes an unsigned number as both formats do: seven bits a byte, the lowest first. */
function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}

/** Writes a bytes field of a protocol buffer. */
const field = (number: number, bytes: readonly number[]) => [number * 8 + 2, ...varint(bytes.length), ...bytes];
const text = (value: string) => [...Buffer.from(value)];

/** Makes a vector tile of one square, the sea. */
function seaTile() {
  const zigzag = (value: number) => varint(value < 0 ? -2 * value - 1 : 2 * value);
  const steps = [1024, 1024, 2048, 0, 0, 2048, -2048, 0].map(zigzag);
  // Move to the first corner, draw to three others, close.
  const geometry = [9, ...steps.slice(0, 2).flat(), 26, ...steps.slice(2).flat(), 15];
  const polygon = [0x18, 3, ...field(4, geometry)];
  return field(3, [...field(1, text('water')), ...field(2, polygon), 0x28, ...varint(4096), 0x78, 2]);
}

/** Makes a map of the whole world in one tile (PMTiles 3, uncompressed). */
export function smallMap(): Buffer {
  const tile = seaTile();
  // One entry: tile 0, once, its length, at the start of the data.
  const directory = [1, 0, 1, ...varint(tile.length), 1];
  const metadata = text('{"attribution":"<a href=\\"https://example.org\\">Nobody</a>, invented"}');
  const header = Buffer.alloc(127);
  header.write('PMTiles');
  header.writeUInt8(3, 7);
  const sizes = [directory.length, metadata.length, 0, tile.length];
  let at = header.length;
  for (const [index, size] of sizes.entries()) {
    header.writeBigUInt64LE(BigInt(at), 8 + 16 * index);
    header.writeBigUInt64LE(BigInt(size), 16 + 16 * index);
    at += size;
  }
  // Clustered; directories and tiles are not compressed; tiles are vectors; one zoom level.
  header.set([1, 1, 1, 1, 0, 0], 96);
  for (const [index, degrees] of [-180, -85, 180, 85].entries()) header.writeInt32LE(degrees * 1e7, 102 + 4 * index);
  return Buffer.concat([header, Buffer.from([...directory, ...metadata, ...tile])]);
}
