// Compresses the files of a built app once, so that the server need not do it at each request.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { script, Stop } from './lib/run.mjs';

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);
const worthwhile = /\.(html|js|css|svg|json|webmanifest|txt|map|wasm|ttf)$/;

await script(async () => {
  const folder = process.argv[2];
  if (folder === undefined) throw new Stop('Usage: node scripts/precompress.mjs <folder>');
  const files = readdirSync(folder, { recursive: true }).map((name) => path.join(folder, name));
  await Promise.all(files.filter((file) => worthwhile.test(file) && statSync(file).isFile()).map(compress));
});

async function compress(file) {
  const content = readFileSync(file);
  const quality = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: zlib.constants.BROTLI_MAX_QUALITY } };
  const [br, gz] = await Promise.all([brotli(content, quality), gzip(content, { level: 9 })]);
  if (br.length < content.length) writeFileSync(`${file}.br`, br);
  if (gz.length < content.length) writeFileSync(`${file}.gz`, gz);
}
