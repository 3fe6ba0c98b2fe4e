import { cleanLine } from '@baraza/contract';
import type { IdentityLevel } from '@baraza/contract/complaint/identity';
import path from 'node:path';

const maxLength = 120;

/** Cleans a foreign file name for display and saving: no folders, control or direction characters. */
export function displayName(fileName: string, extension?: string): string {
  // Browsers encode these three characters in forms.
  const written = fileName.replaceAll('%22', '"').replaceAll(/%0[AD]/g, '');
  const last = written.split(/[/\\]/).at(-1) ?? '';
  const plain = cleanLine(last.replaceAll(/[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}"<>|:*?]/gu, ''))
    .replace(/^\.+/, '')
    .trim();
  const { name, ext } = path.parse(plain);
  const chosen = extension === undefined ? ext : extensionFor(ext, extension);
  // Cuts between characters, not within one.
  const stem = Array.from(name || 'file')
    .slice(0, maxLength - chosen.length)
    .join('');
  return stem + chosen;
}

const same: Record<string, readonly string[]> = {
  '.jpg': ['.jpeg', '.jpe', '.jfif'],
  '.ogv': ['.ogg'],
  '.mp4': ['.m4v'],
};

function extensionFor(own: string, extension: string): string {
  const lower = own.toLowerCase();
  return lower === extension || same[extension]?.includes(lower) ? own : extension;
}

/** Replaces file names, which may name the person, unless the complaint is named. */
export function namedFor<T extends { kind: string; fileName: string }>(
  identity: IdentityLevel | undefined,
  files: readonly T[],
): readonly T[] {
  if (identity === undefined || identity === 'named') return files;
  return files.map((file, index) => ({ ...file, fileName: `${file.kind} ${index + 1}${path.extname(file.fileName)}` }));
}
