let queue: Promise<unknown> = Promise.resolve();

/** Draws a photo again: at most 2048 px, without metadata. Null if the browser cannot read it. One at a time, for memory. */
export function shrinkPhoto(file: File): Promise<File | null> {
  const made = queue.then(() => draw(file));
  // One that fails, as when its library cannot be loaded, must not fail those behind it.
  queue = made.catch(() => {});
  return made;
}

async function draw(file: File): Promise<File | null> {
  const { default: Compressor } = await import('compressorjs');
  const blob = await new Promise<Blob | null>((resolve) => {
    // Its constructor starts the work and answers through the two functions.
    // oxlint-disable-next-line no-new
    new Compressor(file, {
      maxWidth: 2048,
      maxHeight: 2048,
      quality: 0.65,
      // False: the redrawn photo is used even if it is not smaller, since it has no metadata.
      strict: false,
      // The browser turns photos upright by itself; the library would do it a second time, by a data: address.
      checkOrientation: false,
      success: resolve,
      error: () => resolve(null),
    });
  });
  if (!blob) return null;
  return new File([blob], file.name, { type: blob.type, lastModified: Date.now() });
}
