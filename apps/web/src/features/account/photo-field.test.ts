import { expect, it } from 'vitest';
import { photoProblem } from './photo-field.tsx';

it('takes an image of exactly 3 MB', () => {
  expect(photoProblem({ type: 'image/heic', size: 3 * 1024 * 1024 })).toBeUndefined();
});

it('refuses one byte more, and what is no image', () => {
  expect(photoProblem({ type: 'image/png', size: 3 * 1024 * 1024 + 1 })).toBe('Image size should not exceed 3MB.');
  expect(photoProblem({ type: 'application/pdf', size: 10 })).toBe(
    'Only photos (JPEG, PNG, WebP, HEIC, AVIF, GIF) are accepted.',
  );
  expect(photoProblem({ type: '', size: 10 })).toBe('Only photos (JPEG, PNG, WebP, HEIC, AVIF, GIF) are accepted.');
});
