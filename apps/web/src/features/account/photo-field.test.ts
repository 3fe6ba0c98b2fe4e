import { expect, it } from 'vitest';
import { photoProblem } from './photo-field.tsx';

const limit = 3 * 1024 * 1024;
const photo = (type: string, size: number, head = 'GIF8') =>
  new File([head.slice(0, size), new Uint8Array(Math.max(0, size - head.length))], 'a', { type });

it('a photo of exactly 3 MB is accepted', async () => {
  expect(await photoProblem(photo('image/gif', limit))).toBeUndefined();
});

it('a photo of more than 3 MB and a file that is not an image are refused', async () => {
  expect(await photoProblem(photo('image/png', limit + 1))).toBe('Image size should not exceed 3MB.');
  for (const type of ['application/pdf', ''])
    expect(await photoProblem(photo(type, 10))).toBe('Only photos (JPEG, PNG, WebP, AVIF, GIF) are accepted.');
});

it('a profile photo that is empty or cannot be read is refused when it is chosen', async () => {
  expect(await photoProblem(photo('image/png', 0))).toBe('This file is empty.');
  expect(await photoProblem(photo('image/jpeg', 20, '\0\0\0$ftypheic'))).toMatch(/cannot be read here/u);
});
