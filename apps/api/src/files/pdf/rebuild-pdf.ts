import {
  PDFArray,
  PDFContext,
  PDFDict,
  PDFInvalidObject,
  PDFName,
  PDFNull,
  type PDFObject,
  PDFParser,
  PDFRawStream,
  PDFRef,
  PDFWriter,
} from '@cantoo/pdf-lib';
import { limit } from '@baraza/contract/core/limit';
import { cleanStream, limitUnpacking, requireWithinLimit } from './pdf-streams.ts';
import { RefusedFile } from '../refused-file.ts';

const named = (...names: string[]) => names.map((name) => PDFName.of(name));
const [Type, Pages, Kids, V] = named('Type', 'Pages', 'Kids', 'V') as [PDFName, PDFName, PDFName, PDFName];

const inheritedKeys = named('Resources', 'MediaBox', 'CropBox', 'Rotate');
/** What a page shows: nothing else of it is kept. */
const pageKeys = [...inheritedKeys, ...named('Type', 'UserUnit', 'Group', 'Contents')];
const annotationKeys = named('Type', 'Rect', 'AS', 'F', 'Contents');

/** Keys below a page that tell its maker or lead out of it. */
const droppedKeys = [
  ...named('Metadata', 'PieceInfo', 'LastModified', 'AF', 'OPI', 'Alternates', 'Ref', 'Usage'),
  ...named('StructParent', 'StructParents', 'Measure', 'PtData'),
];
const droppedTypes = [
  ...named('Page', 'Pages', 'Catalog', 'Annot', 'Action', 'Filespec', 'EmbeddedFile', 'Metadata', 'Sig'),
  ...named('StructElem', 'StructTreeRoot'),
];

/** Rebuilds a PDF from what its pages show: no scripts, actions, metadata or earlier versions. @throws RefusedFile */
export async function rebuildPdf(bytes: Uint8Array): Promise<Uint8Array> {
  // A file that was cut off lacks it.
  if (!Buffer.from(bytes).subarray(-2_048).includes('%%EOF')) throw new RefusedFile('pdf-broken');
  limitUnpacking();
  const source = await PDFParser.forBytesWithOptions(bytes).parseDocument();
  if (source.trailerInfo.Encrypt) throw new RefusedFile('pdf-encrypted');
  requireWithinLimit();
  refuseWhatWouldBeLost(source);
  const target = PDFContext.create();
  const copier = copyBetween(source, target);
  const catalog = source.lookup(source.trailerInfo.Root, PDFDict);
  const pages = pagesOf(source, catalog).map((page) => target.register(copyPage(page, copier, target)));
  // Tell which layers are hidden.
  const OCProperties = copier.copy(catalog.get(PDFName.of('OCProperties')) ?? PDFNull);
  copier.finish();
  const tree = target.register(target.obj({ Type: 'Pages', Kids: pages, Count: pages.length }));
  for (const page of pages) target.lookup(page, PDFDict).set(PDFName.of('Parent'), tree);
  target.trailerInfo.Root = target.register(target.obj({ Type: 'Catalog', Pages: tree, OCProperties }));
  const rebuilt = await PDFWriter.forContext(target, Infinity).serializeToBuffer();
  // What pages share may be written once for each.
  if (rebuilt.length > 2 * limit.mediaBytes) throw new RefusedFile('pdf-packed');
  return rebuilt;
}

/** Refuses files within the file, and forms that only one program shows. */
function refuseWhatWouldBeLost(source: PDFContext): void {
  const waiting = source.enumerateIndirectObjects().map(([, object]) => object);
  for (let object = waiting.pop(); object; object = waiting.pop()) {
    if (object instanceof PDFArray) for (const item of object.asArray()) waiting.push(item);
    const dict = object instanceof PDFRawStream ? object.dict : object;
    if (!(dict instanceof PDFDict)) continue;
    if (dict.has(PDFName.of('EF'))) throw new RefusedFile('pdf-files');
    if (dict.has(PDFName.of('XFA'))) throw new RefusedFile('pdf-form');
    for (const value of dict.values()) waiting.push(value);
  }
}

/** Lists the pages in order, each with what it inherits. */
function pagesOf(source: PDFContext, catalog: PDFDict): PDFDict[] {
  const pages: PDFDict[] = [];
  const seen = new Set<PDFObject>();
  const waiting = [{ node: catalog.get(Pages), above: PDFDict.withContext(source) }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const node = source.lookup(next.node);
    if (!(node instanceof PDFDict) || seen.has(node)) throw new RefusedFile('pdf-broken');
    seen.add(node);
    for (const key of inheritedKeys) {
      const value = next.above.get(key);
      if (value && !node.has(key)) node.set(key, value);
    }
    const kids = node.lookup(Kids);
    if (kids instanceof PDFArray) {
      const below = kids.asArray().map((kid) => ({ node: kid, above: node }));
      for (const kid of below.toReversed()) waiting.push(kid);
    } else if (pages.push(node) > limit.pdfPages) throw new RefusedFile('pdf-pages');
  }
  if (pages.length === 0) throw new RefusedFile('pdf-broken');
  return pages;
}

type Copier = ReturnType<typeof copyBetween>;

function copyBetween(source: PDFContext, target: PDFContext) {
  const copies = new Map<PDFRef, PDFRef>();
  const waiting: PDFRef[] = [];

  function copy(value: PDFObject): PDFObject {
    if (value instanceof PDFRef) return copyRef(value);
    if (value instanceof PDFInvalidObject) throw new RefusedFile('pdf-broken');
    if (value instanceof PDFArray) return target.obj(value.asArray().map(copy) as never);
    if (value instanceof PDFRawStream) return cleanStream(value, copyDict(value.dict));
    if (value instanceof PDFDict) return isDropped(value) ? PDFNull : copyDict(value);
    return value;
  }

  /** Leaves referred objects for later: a long chain needs no deep stack. */
  function copyRef(ref: PDFRef): PDFRef {
    const known = copies.get(ref);
    if (known) return known;
    const copied = target.nextRef();
    copies.set(ref, copied);
    waiting.push(ref);
    return copied;
  }

  function copyDict(dict: PDFDict, keys = dict.keys()): PDFDict {
    const copied = PDFDict.withContext(target);
    for (const key of keys) {
      const value = dict.get(key);
      if (value && !droppedKeys.includes(key)) copied.set(key, copy(value));
    }
    return copied;
  }

  function finish(): void {
    for (let ref = waiting.pop(); ref; ref = waiting.pop())
      target.assign(copyRef(ref), copy(source.lookup(ref) ?? PDFNull));
  }

  return { copy, copyDict, finish };
}

function isDropped(dict: PDFDict): boolean {
  const type = dict.lookup(Type);
  return dict.has(PDFName.of('JS')) || droppedTypes.some((dropped) => dropped === type);
}

function copyPage(page: PDFDict, copier: Copier, target: PDFContext): PDFDict {
  const copied = copier.copyDict(page, pageKeys);
  const annotations = page.lookup(PDFName.of('Annots'));
  const listed = annotations instanceof PDFArray ? annotations.asArray() : [];
  const shown = listed.flatMap((ref) => copyAnnotation(page.context.lookup(ref), copier, target));
  if (shown.length > 0) copied.set(PDFName.of('Annots'), target.obj(shown));
  return copied;
}

/** Copies the look of a remark or form field, as a picture on the page. Links lead nowhere. */
function copyAnnotation(annotation: PDFObject | undefined, copier: Copier, target: PDFContext): PDFDict[] {
  if (!(annotation instanceof PDFDict)) return [];
  const appearance = annotation.lookup(PDFName.of('AP'));
  const look = appearance instanceof PDFDict ? appearance.get(PDFName.of('N')) : undefined;
  if (look) {
    const copied = copier.copyDict(annotation, annotationKeys);
    copied.set(PDFName.of('Subtype'), PDFName.of('Stamp'));
    copied.set(PDFName.of('AP'), target.obj({ N: copier.copy(look) }));
    return [copied];
  }
  if (isFilledIn(annotation) || isFilledIn(annotation.lookup(PDFName.of('Parent')))) throw new RefusedFile('pdf-form');
  return [];
}

/** Whether a field of a form has an entry. A signature shows nothing. */
function isFilledIn(field: PDFObject | undefined): boolean {
  if (!(field instanceof PDFDict) || field.lookup(PDFName.of('FT')) === PDFName.of('Sig')) return false;
  const entry = field.lookup(V);
  return entry !== undefined && !['()', '<>', '/Off'].includes(String(entry));
}
