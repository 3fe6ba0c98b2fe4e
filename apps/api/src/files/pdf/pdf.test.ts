import { randomBytes } from 'node:crypto';
import { fileMessage, limit, message, pdfMessage, submitComplaint } from '@baraza/contract';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { createScene, type Scene } from '../../../test/support/complaints.ts';
import { failure } from '../../../test/support/failure.ts';
import { photo } from '../../../test/support/media.ts';
import { letter, packedZeros, pagesOf, pdfFile, pdfOf, pdfStream, type Letter } from '../../../test/support/pdf.ts';
import { sharedTestApp } from '../../../test/support/server/app.ts';

const api = sharedTestApp({ environment: { DAILY_FILES: '500', DAILY_COMPLAINTS: '500' } });
let scene: Scene;
beforeAll(async () => {
  scene = await createScene(api);
});

const send = (...files: File[]) => scene.citizen.call(submitComplaint, { form: scene.fields(), files: { files } });

/** Returns what is kept of a PDF, as others download it. */
async function kept(of: Letter | Buffer) {
  const { attachments } = await send(pdfFile(Buffer.isBuffer(of) ? of : letter(of)));
  const { headers, rawPayload } = await api.app.inject(attachments[0]?.filePath ?? '');
  return { attachment: attachments[0]!, headers, bytes: rawPayload, text: rawPayload.toString('latin1') };
}

describe('a PDF that is taken', () => {
  it.each(['application/pdf', '', 'application/octet-stream'])(
    'a PDF declared as %j is known by its bytes and keeps the words of its pages',
    async (type) => {
      const { attachments } = await send(pdfFile(letter({ text: 'The bill of March' }), 'bill', type));

      expect(attachments).toMatchObject([{ kind: 'document', contentType: 'application/pdf', fileName: 'bill.pdf' }]);
      const { rawPayload } = await api.app.inject(attachments[0]!.filePath);
      expect(rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
      expect(rawPayload.includes('The bill of March')).toBe(true);
    },
  );

  it('a PDF is only ever downloaded, under a policy that runs nothing', async () => {
    const { headers } = await kept({});

    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="letter.pdf"; filename*=UTF-8''letter.pdf`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(headers['content-security-policy']).toContain('sandbox');
  });

  it.each<[what: string, of: Letter]>([
    ['author', { trailer: '/Info 6 0 R/ID[<7a71><7a71>]', more: ['<</Author(zq-mark)/Producer(zq-mark)>>'] }],
    ['XMP of the file', { catalog: '/Metadata 6 0 R', more: [pdfStream('zq-mark', '/Type/Metadata/Subtype/XML')] }],
    ['XMP of a page', { page: '/Metadata 6 0 R', more: [pdfStream('zq-mark')] }],
    ['data of a program', { page: '/PieceInfo<</Draw<</Private(zq-mark)>>>>' }],
    [
      'XMP of a picture',
      {
        resources: '/XObject<</I 6 0 R>>',
        more: [pdfStream('x', '/Subtype/Image/Metadata 7 0 R'), pdfStream('zq-mark')],
      },
    ],
    [
      'name of who remarked',
      {
        page: '/Annots[6 0 R]',
        more: ['<</Type/Annot/Subtype/Stamp/Rect[0 0 9 9]/T(zq-mark)/AP<</N 7 0 R>>>>', pdfStream('')],
      },
    ],
    ['text that was deleted', { more: [pdfStream('zq-mark')] }],
    ['outline', { catalog: '/Outlines 6 0 R', more: ['<</Type/Outlines/Title(zq-mark)>>'] }],
    [
      'page behind a reference',
      {
        resources: '/Properties<</P 6 0 R>>',
        more: ['<</Page 7 0 R>>', '<</Type/Page/Contents 8 0 R>>', pdfStream('zq-mark')],
      },
    ],
  ])('a PDF is stored without its %s', async (_, of) => {
    expect(letter(of).includes('zq-mark')).toBe(true);

    const { bytes } = await kept(of);

    expect(bytes.includes('zq-mark')).toBe(false);
  });

  it('a photo in a PDF is stored without place and device, and still decodes', async () => {
    const photo = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
      .withExif({ IFD0: { Artist: 'zq-mark' } })
      .jpeg()
      .toBuffer();
    const { bytes } = await kept({
      resources: '/XObject<</I 6 0 R>>',
      more: [pdfStream(photo, '/Subtype/Image/Filter/DCTDecode')],
    });

    expect(photo.includes('zq-mark')).toBe(true);
    expect(bytes.includes('zq-mark')).toBe(false);
    const [start, end] = [bytes.indexOf(Buffer.of(0xff, 0xd8, 0xff)), bytes.lastIndexOf(Buffer.of(0xff, 0xd9))];
    expect((await sharp(bytes.subarray(start, end + 2)).metadata()).width).toBe(8);
  });

  const alert = '<</S/JavaScript/JS(zq.run)>>';
  it.each<[what: string, of: Letter]>([
    ['a script at its opening', { catalog: `/OpenAction${alert}` }],
    ['a script of its name tree', { catalog: `/Names<</JavaScript<</Names[(a)${alert}]>>>>` }],
    ['a script of a page', { page: `/AA<</O${alert}>>` }],
    ['a script under another spelling', { catalog: '/OpenAction<</S/Java#53cript/J#53(zq.run)>>' }],
    ['a script where none belongs', { resources: `/Properties<</P${alert}>>` }],
    ['a program to launch', { catalog: '/OpenAction<</S/Launch/F(zq.run)>>' }],
    [
      'a link that launches a program',
      {
        page: '/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/Launch/F(zq.run)>>>>]',
      },
    ],
    [
      'a button with a script',
      {
        catalog: '/AcroForm<</Fields[6 0 R]>>',
        page: '/Annots[6 0 R]',
        more: [`<</Type/Annot/Subtype/Widget/FT/Btn/Rect[0 0 9 9]/A${alert}/AP<</N 7 0 R>>>>`, pdfStream('')],
      },
    ],
  ])('%s is removed from a PDF', async (_, of) => {
    expect(letter(of).includes('zq.run')).toBe(true);

    const { text } = await kept(of);

    expect(text).not.toMatch(/zq\.run|JavaScript|Launch/);
  });

  it('the field of a form is kept as the picture it shows', async () => {
    const field = '<</Type/Annot/Subtype/Widget/FT/Tx/V(March)/Rect[0 0 9 9]/AP<</N 7 0 R>>>>';
    const { text } = await kept({ page: '/Annots[6 0 R]', more: [field, pdfStream('(The entry of March) Tj')] });

    expect(text).toContain('The entry of March');
  });

  it('the first page of a PDF is shown as a picture to whoever may read the file, and to nobody else', async () => {
    const { attachment } = await kept({ text: 'The bill of March' });

    const { headers, rawPayload } = await api.app.inject(attachment.previewPath ?? '');
    expect(headers).toMatchObject({ 'content-type': 'image/webp', 'content-disposition': 'inline' });
    expect(headers['content-security-policy']).toContain('sandbox');
    const { width, height } = await sharp(rawPayload).metadata();
    expect([width, height]).toEqual([847, 1200]);
    const { channels } = await sharp(rawPayload).stats();
    expect(channels[0]?.min).toBeLessThan(60);
    const strange = attachment.previewPath?.replace(/signature=./u, 'signature=_') ?? '';
    expect((await api.app.inject(strange)).statusCode).toBe(404);
    const { attachments } = await send(await photo());
    expect(attachments[0]?.previewPath).toBeUndefined();
    expect((await api.app.inject(`${attachments[0]?.filePath}&preview=1`)).statusCode).toBe(404);
  });

  it('a PDF whose first page cannot be drawn is taken without a picture', async () => {
    const { attachment } = await kept({ page: '/MediaBox[0 0 1 14400]' });

    expect(attachment.previewPath).toBeUndefined();
  });

  it('a PDF of 500 pages is taken', async () => {
    expect((await kept(pagesOf(limit.pdfPages))).text).toContain('%PDF');
  });
});

describe('a PDF that is refused', () => {
  const bomb = packedZeros(200);
  const filled = '<</Type/Annot/Subtype/Widget/FT/Tx/V(March)/Rect[0 0 9 9]>>';
  const attached = '<</Type/Filespec/F(a.txt)/EF<</F 7 0 R>>>>';
  const refusals: [what: string, text: string, make: () => Buffer][] = [
    ['encrypted', pdfMessage['pdf-encrypted'], () => letter({ trailer: '/Encrypt<</Filter/Standard/V 1>>' })],
    [
      'with a file inside',
      pdfMessage['pdf-files'],
      () => letter({ catalog: '/Names<</EmbeddedFiles<</Names[(a)6 0 R]>>>>', more: [attached, pdfStream('zq')] }),
    ],
    [
      'with a file on a page',
      pdfMessage['pdf-files'],
      () =>
        letter({ page: '/Annots[<</Type/Annot/Subtype/FileAttachment/FS 6 0 R>>]', more: [attached, pdfStream('zq')] }),
    ],
    [
      'with an XFA form',
      pdfMessage['pdf-form'],
      () => letter({ catalog: '/AcroForm<</XFA 6 0 R>>', more: [pdfStream('<xdp/>')] }),
    ],
    ['with an entry that has no picture', pdfMessage['pdf-form'], () => letter({ page: `/Annots[${filled}]` })],
    ['of 501 pages', pdfMessage['pdf-pages'], () => pagesOf(501)],
    ['of 9,000 pages', pdfMessage['pdf-pages'], () => pagesOf(9_000)],
    ['cut in the middle', pdfMessage['pdf-broken'], () => pagesOf(400).subarray(0, 9_000)],
    [
      'cut in the middle with an end',
      pdfMessage['pdf-broken'],
      () => Buffer.concat([pagesOf(400).subarray(0, 9_000), Buffer.from('%%EOF')]),
    ],
    [
      'without pages',
      pdfMessage['pdf-broken'],
      () => pdfOf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[]>>']),
    ],
    [
      'whose pages lead back to themselves',
      pdfMessage['pdf-broken'],
      () => pdfOf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[2 0 R]>>']),
    ],
    ['that is nothing but its head', pdfMessage['pdf-broken'], () => Buffer.from('%PDF-1.7 ')],
    [
      'with a page as a bomb',
      pdfMessage['pdf-packed'],
      () =>
        letter({
          page: '/Thumb 6 0 R',
          resources: '/XObject<</I 6 0 R>>',
          more: [pdfStream(bomb, '/Filter/FlateDecode')],
        }),
    ],
    [
      'with its objects in a bomb',
      pdfMessage['pdf-packed'],
      () => letter({ more: [pdfStream(bomb, '/Type/ObjStm/N 1/First 4/Filter/FlateDecode')] }),
    ],
    [
      'with a bomb in a bomb',
      pdfMessage['pdf-packed'],
      () => letter({ resources: '/X 6 0 R', more: [pdfStream(bomb, '/Filter[/FlateDecode/ASCIIHexDecode]')] }),
    ],
    [
      'that claims a thousand million objects',
      pdfMessage['pdf-packed'],
      () => letter({ more: [pdfStream('', '/Type/XRef/Size 1000000000/W[0 0 0]')] }),
    ],
    [
      'nested a million deep',
      pdfMessage['pdf-broken'],
      () => letter({ page: `/Group ${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}` }),
    ],
  ];
  it.each(refusals)('a PDF %s is refused and told why: %s', async (_, text, make) => {
    const error = await failure(send(pdfFile(make(), 'letter.pdf')));

    expect(error).toMatchObject({ status: 415, code: 'FILE_TYPE_REFUSED', message: text });
    expect(error.fields).toEqual({ 'files[0]': `letter.pdf: ${text}` });
  });

  it('a PDF that claims to be a picture is refused', async () => {
    const error = await failure(send(pdfFile(letter(), 'letter.jpg', 'image/jpeg')));

    expect(error).toMatchObject({ status: 415, message: message.mediaType });
  });

  it('other calls are answered while a PDF keeps its process busy until it is stopped', async () => {
    const noise = Buffer.concat([letter(), randomBytes(9_000_000), Buffer.from('%%EOF')]);
    let answered = 0;
    const refused = failure(send(pdfFile(noise)));
    const done = refused.then(() => true);
    const wait = () => new Promise((resolve) => setTimeout(resolve, 100, false));
    while (!(await Promise.race([done, wait()]))) {
      const start = performance.now();
      expect((await api.app.inject('/api/public/choices')).statusCode).toBe(200);
      expect(performance.now() - start).toBeLessThan(2_000);
      answered += 1;
    }

    expect(await refused).toMatchObject({ status: 415, message: pdfMessage['pdf-packed'] });
    expect(answered).toBeGreaterThan(10);
  });

  it.each([
    ['letter.doc', 'application/msword', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
    ['letter.docx', '', Buffer.from('PK\u0003\u0004\u0014\0\u0006\0\b\0\0\0!\0[Content_Types].xml', 'latin1')],
    ['sheet.xlsx', '', Buffer.from('PK\u0003\u0004\u0014\0\u0006\0\b\0\0\0!\0_rels/.rels', 'latin1')],
    ['letter.odt', '', Buffer.from('PK\u0003\u0004\u0014\0mimetypeapplication/vnd.oasis.opendocument.text', 'latin1')],
    ['letter.rtf', 'text/rtf', Buffer.from('{\\rtf1\\ansi Dear office}')],
    ['letter.pdf', 'application/pdf', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
  ])('the office document %s is refused with what to do instead', async (name, type, bytes) => {
    const error = await failure(send(pdfFile(bytes, name, type)));

    expect(error).toMatchObject({ status: 415, code: 'FILE_TYPE_REFUSED', message: fileMessage.office });
    expect(error.message).toContain('Save it as a PDF and choose that');
  });
});
