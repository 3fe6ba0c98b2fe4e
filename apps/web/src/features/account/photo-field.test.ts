import { expect, it } from 'vitest';
import { photoProblem } from './photo-field.tsx';

it('a photo of exactly 3 MB is accepted', () => {
  expect(photoProblem({ type: 'image/heic', size: 3 * 1024 * 1024 })).toBeUndefined();
});

it('a photo of more than 3 MB and a file that is not an image are refused', () => {
  expect(photoProblem({ type: 'image/png', size: 3 * 1024 * 1024 + 1 })).toBe('Image size should not exceed 3MB.');
  expect(photoProblem({ type: 'application/pdf', size: 10 })).toBe(
    'Only photos (JPEG, PNG, WebP, AVIF, GIF) are accepted.',
  );
  expect(photoProblem({ type: '', size: 10 })).toBe('Only photos (JPEG, PNG, WebP, AVIF, GIF) are accepted.');
});
