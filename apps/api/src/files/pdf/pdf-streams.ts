import {
  decodePDFRawStream,
  PDFArray,
  PDFContext,
  type PDFDict,
  PDFName,
  type PDFObject,
  PDFRawStream,
} from '@cantoo/pdf-lib';
import { inflateSync } from 'node:zlib';
import { RefusedFile } from '../refused-file.ts';

/** Limits of unpacked bytes: of one stream (a scan in colour at 400 dpi has 46 MB), and of all together. */
const [mostOfStream, mostOfAll] = [64 * 1024 * 1024, 1024 * 1024 * 1024];
let unpacked = 0;
let isOver = false;

interface Decoder {
  ensureBuffer(this: { readonly buffer: Uint8Array }, requested: number): Uint8Array;
}

/** Limits what the library unpacks from now on, which it does without a limit. */
export function limitUnpacking(): void {
  const stream = PDFContext.create().stream('', { Filter: 'ASCIIHexDecode' });
  const decoder = Object.getPrototypeOf(Object.getPrototypeOf(decodePDFRawStream(stream))) as Decoder;
  const { ensureBuffer } = decoder;
  decoder.ensureBuffer = function ensureWithinLimit(requested) {
    count(Math.max(0, requested - this.buffer.length), requested > mostOfStream);
    return ensureBuffer.call(this, requested);
  };
}

function count(size: number, isTooLarge: boolean): void {
  unpacked += size;
  isOver ||= isTooLarge || unpacked > mostOfAll;
  requireWithinLimit();
}

/** Refuses what went beyond the limits: the library's parser goes on after errors. @throws RefusedFile */
export function requireWithinLimit(): void {
  if (isOver) throw new RefusedFile('pdf-packed');
}

/** Filters that hold a picture; those before them only pack it. */
const pictureFilters = ['DCTDecode', 'JPXDecode', 'CCITTFaxDecode', 'JBIG2Decode'].map((name) => PDFName.of(name));

/** Returns a stream that unpacks within the limits, with a copied dictionary; a photo without its camera's words. */
export function cleanStream({ dict, contents }: PDFRawStream, copied: PDFDict): PDFRawStream {
  const filter = dict.lookup(PDFName.of('Filter'));
  const filters = filter instanceof PDFArray ? filter.asArray().map((it) => dict.context.lookup(it)) : [filter];
  const picture = pictureFilters.find((it) => it === filters.at(-1));
  if (!picture) unpack(PDFRawStream.of(dict, contents));
  if (picture === undefined || picture !== pictureFilters[0]) return PDFRawStream.of(copied, contents);
  const packed = dict.context.obj({ Filter: filters.slice(0, -1) as PDFObject[] } as never) as unknown as PDFDict;
  copied.set(PDFName.of('Filter'), picture);
  if (filters.length > 1) copied.delete(PDFName.of('DecodeParms'));
  return PDFRawStream.of(copied, withoutCameraData(unpack(PDFRawStream.of(packed, contents))));
}

function unpack(stream: PDFRawStream): Uint8Array {
  try {
    if (stream.dict.lookup(PDFName.of('Filter')) !== PDFName.of('FlateDecode'))
      return decodePDFRawStream(stream).decode();
    // Far faster than the library.
    const bytes = inflateSync(stream.contents, { maxOutputLength: mostOfStream });
    count(bytes.length, false);
    return bytes;
  } catch (error) {
    if (error instanceof RefusedFile) throw error;
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') count(0, true);
    // As viewers do, which show the rest of the page.
    return stream.contents;
  }
}

/** Returns a JPEG without the segments of camera and program. */
function withoutCameraData(jpeg: Uint8Array): Uint8Array {
  const kept: Uint8Array[] = [jpeg.subarray(0, 2)];
  let at = 2;
  // Up to the picture itself; APP0 and APP14 tell how its colours are stored.
  while (jpeg[at] === 0xff && jpeg[at + 1] !== 0xda && at + 4 <= jpeg.length) {
    const [marker = 0, high = 0, low = 0] = jpeg.subarray(at + 1, at + 4);
    const end = at + 2 + high * 256 + low;
    const isKept = marker === 0xe0 || marker === 0xee || ((marker < 0xe0 || marker > 0xef) && marker !== 0xfe);
    if (isKept) kept.push(jpeg.subarray(at, end));
    at = end;
  }
  return Buffer.concat([...kept, jpeg.subarray(at)]);
}
