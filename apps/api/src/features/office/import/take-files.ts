import { createReadStream, createWriteStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { limit, mediaRule, voiceRule } from '@baraza/contract';
import type { StoredFile } from '../../../files/file.store.ts';
import { createTempFiles, type RawFile, type TempFiles } from '../../../files/temp-files.ts';
import { examineFiles } from '../../../files/uploads.ts';
import type { Services } from '../../../services.ts';
import { RowFault } from './row-fault.ts';

/** Takes files that a row names. @throws RowFault */
export type TakeFiles = (names: readonly string[]) => Promise<readonly StoredFile[]>;

/** An old complaint may have come with more files than one that is filed here. */
const rules = {
  files: { ...mediaRule, maxCount: limit.complaintFiles },
  voices: { ...voiceRule, maxCount: limit.complaintFiles },
};

/** Opens the files of a folder. Each is checked as an upload is, and its bytes are stored under a key added to `stored`, if that is given. */
export function takeFilesFrom(
  folder: string,
  services: Pick<Services, 'settings' | 'log' | 'files'>,
  stored: string[] | undefined,
): TakeFiles {
  return async (names) => {
    if (names.length === 0) return [];
    await using tempFiles = createTempFiles(services.settings.dataDir);
    await tempFiles.requireRoom();
    const raw: RawFile[] = [];
    for (const name of names) raw.push(await copy(folder, name, tempFiles));
    const { files, error } = await examineFiles(rules, raw, { services, tempFiles });
    if (error) throw new RowFault(`files: ${Object.values(error.extra.fields ?? {}).join(' ')}`);
    const taken: StoredFile[] = [];
    for (const received of Object.values(files).flat()) {
      const { tempPath, contentType } = received;
      const storageKey = stored ? await services.files.put(tempPath, { contentType }) : crypto.randomUUID();
      stored?.push(storageKey);
      taken.push({ ...received, id: crypto.randomUUID(), storageKey });
    }
    return taken;
  };
}

/** Copies a file, since metadata is removed in place. Nothing outside the folder is read, whatever a row names. */
async function copy(folder: string, name: string, tempFiles: TempFiles): Promise<RawFile> {
  const source = await realpath(path.resolve(folder, name.replaceAll('\\', '/'))).catch(() => '');
  const found = source.startsWith(`${await realpath(folder)}${path.sep}`) && (await stat(source));
  if (!found || !found.isFile()) throw new RowFault(`files: ${name} is no file in the folder of the rows.`);
  const field = /\.(?:wav|og[ga]|opus)$/iu.test(name) ? 'voices' : 'files';
  const raw = {
    field,
    rule: rules[field],
    path: tempFiles.newPath(),
    fileName: name,
    declaredType: '',
    size: found.size,
  } as const;
  // A file that is too large is refused by its size.
  if (raw.size <= raw.rule.maxBytes)
    await pipeline(createReadStream(source), createWriteStream(raw.path, { flags: 'wx', mode: 0o600 }));
  return raw;
}
