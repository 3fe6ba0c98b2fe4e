import { expect, test } from 'vitest';
import { plant } from '../testing/mutation.mjs';

test('a planted fault replaces what its location names, over several lines too', () => {
  const text = 'first();\nif (isOpen) {\n  close();\n}\n';
  const location = { start: { line: 1, column: 12 }, end: { line: 3, column: 1 } };

  const { planted, original } = plant(text, { location, replacement: '{}' });

  expect(planted).toBe('first();\nif (isOpen) {}\n');
  expect(original).toBe('{\n  close();\n}');
});
