import { deflateSync } from 'node:zlib';

type Part = string | Buffer;

/** Writes a PDF of these objects, numbered from 1; the first is its catalog. */
export function pdfOf(objects: readonly Part[], trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let at = parts[0]!.length;
  const write = (part: Part) => {
    const bytes = Buffer.from(part as string, 'latin1');
    parts.push(bytes);
    at += bytes.length;
  };
  for (const [index, object] of objects.entries()) {
    offsets.push(at);
    write(`${index + 1} 0 obj\n`);
    write(object);
    write('\nendobj\n');
  }
  const start = at;
  const lines = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  write(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${lines.join('')}`);
  write(`trailer\n<</Size ${objects.length + 1}/Root 1 0 R${trailer}>>\nstartxref\n${start}\n%%EOF\n`);
  return Buffer.concat(parts);
}

/** Writes a stream with these entries in its dictionary. */
export function pdfStream(bytes: Part, entries = ''): Buffer {
  const content = Buffer.from(bytes as string, 'latin1');
  return Buffer.concat([
    Buffer.from(`<</Length ${content.length}${entries}>>\nstream\n`),
    content,
    Buffer.from('\nendstream'),
  ]);
}

const font = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>';
const words = (text: string) => `BT /F1 24 Tf 72 700 Td (${text}) Tj ET`;

export interface Letter {
  /** Entries of the catalog, of the page, and of the trailer. */
  readonly catalog?: string;
  readonly page?: string;
  readonly trailer?: string;
  readonly text?: string;
  /** Entries of the resources beside the font. */
  readonly resources?: string;
  /** From object 6 on. */
  readonly more?: readonly Part[];
}

/** A letter of one page: 1 catalog, 2 pages, 3 page, 4 what it says, 5 font. */
export function letter(of: Letter = {}): Buffer {
  return pdfOf(
    [
      `<</Type/Catalog/Pages 2 0 R${of.catalog ?? ''}>>`,
      '<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 595 842]>>',
      `<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>${of.resources ?? ''}>>${of.page ?? ''}>>`,
      pdfStream(words(of.text ?? 'The bill of March')),
      font,
      ...(of.more ?? []),
    ],
    of.trailer,
  );
}

/** Writes that many empty pages. */
export function pagesOf(count: number): Buffer {
  const kids = Array.from({ length: count }, (_, index) => `${index + 3} 0 R`).join(' ');
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids}]/Count ${count}/MediaBox[0 0 595 842]>>`,
    ...Array.from({ length: count }, () => '<</Type/Page/Parent 2 0 R>>'),
  ]);
}

/** Zeros packed to a thousandth. */
export const packedZeros = (megabytes: number): Buffer =>
  deflateSync(Buffer.alloc(megabytes * 1024 * 1024), { level: 9 });

export const pdfFile = (bytes: Buffer, name = 'letter.pdf', type = 'application/pdf'): File =>
  new File([new Uint8Array(bytes)], name, { type });
