import path from 'node:path';

const maxLength = 120;

/** A name from outside, made fit to show and to offer for saving: no folders, no control or direction characters. */
export function displayName(given: string, extension?: string): string {
  // Browsers write these three so in a form.
  const written = given.replaceAll('%22', '"').replaceAll(/%0[AD]/g, '');
  const last = written.split(/[/\\]/).at(-1) ?? '';
  const plain = last
    .normalize('NFC')
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}"<>|:*?]/gu, '')
    .trim()
    .replace(/^\.+/, '');
  const { name, ext } = path.parse(plain);
  const chosen = extension === undefined ? ext : extensionFor(ext, extension);
  // Cut between characters, not within one.
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

/** The extension of the type that the bytes have; the person's own spelling of it stays. */
function extensionFor(given: string, extension: string): string {
  const lower = given.toLowerCase();
  return lower === extension || same[extension]?.includes(lower) ? given : extension;
}
