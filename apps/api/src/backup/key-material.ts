import { hkdfSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { keyFrom, readKept, secretFile } from '../config/data-dir.ts';
import type { Settings } from '../config/settings.ts';

/** The key of an installation: what is sealed in its database opens with no other. */
export interface KeyMaterial {
  readonly id: string;
  /** What the file in the data folder holds; undefined where SECRET_KEY is set. */
  readonly kept: Buffer | undefined;
}

/** Tells keys apart and gives none away. */
export function keyIdOf(key: Buffer): string {
  return Buffer.from(hkdfSync('sha256', key, 'baraza', 'name of the key', 16)).toString('hex');
}

/** The key of the settings or of the data folder. Undefined when there is none; makes none. */
export async function findKey({
  secretKey,
  dataDir,
}: Pick<Settings, 'secretKey' | 'dataDir'>): Promise<KeyMaterial | undefined> {
  if (secretKey !== undefined) return { id: keyIdOf(keyFrom(secretKey)), kept: undefined };
  const file = path.join(dataDir, secretFile);
  const key = await readKept(file);
  return key && { id: keyIdOf(key), kept: await readFile(file) };
}
