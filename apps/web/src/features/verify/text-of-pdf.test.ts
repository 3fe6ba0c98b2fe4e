import { expect, test } from 'vitest';
import { textOfPdf } from './text-of-pdf.ts';

const link = '<</Type/Annot/A<</S/URI/URI(https://portal.example/verify#c2sp.org/tlog-proof@v1%0A)>>>>';
const pdf = (...streams: (string | Uint8Array<ArrayBuffer>)[]) =>
  new Blob([
    '%PDF-1.5\n',
    ...streams.flatMap((data) => ['1 0 obj<</Filter/FlateDecode>>stream\r\n', data, '\nendstream\nendobj\n']),
  ]);
const deflated = async (text: string) =>
  new Uint8Array(
    await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('deflate'))).arrayBuffer(),
  );

test.each([
  ['in the open', new Blob([`%PDF-1.4\n1 0 obj${link}endobj`])],
  ['in a compressed stream', pdf(await deflated(link))],
  ['behind a stream that is no deflate', pdf('a picture', await deflated(link))],
  ['before a stream that was cut', pdf(await deflated(link), (await deflated('x'.repeat(99))).slice(0, 5))],
])('the link of a receipt is found in a PDF %s', async (_, file) => {
  expect(await textOfPdf(file)).toContain(link);
});

test('a PDF stream that inflates without end is read only at its beginning', async () => {
  expect((await textOfPdf(pdf(await deflated('0'.repeat(20_000_000))))).length).toBeLessThan(3_000_000);
});
