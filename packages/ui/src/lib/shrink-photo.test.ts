import { beforeEach, expect, test, vi } from 'vitest';
import { shrinkPhoto } from './shrink-photo.ts';

beforeEach(() => vi.resetModules());

test('a photo is shrunk even if the library failed to load for an earlier one', async () => {
  vi.doMock('compressorjs', () => {
    throw new Error('offline');
  });
  const lost = shrinkPhoto(new File(['a'], 'a.jpg'));
  await expect(lost).rejects.toBeInstanceOf(Error);

  const shrunk = new Blob(['b'], { type: 'image/jpeg' });
  function Compressor(_file: File, { success }: { readonly success: (blob: Blob) => void }) {
    success(shrunk);
  }
  vi.doMock('compressorjs', () => ({ default: Compressor }));
  expect(await shrinkPhoto(new File(['b'], 'b.jpg'))).toMatchObject({ name: 'b.jpg', type: 'image/jpeg' });
});
