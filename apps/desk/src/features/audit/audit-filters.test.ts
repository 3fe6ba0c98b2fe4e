import { expect, test } from 'vitest';
import { auditPath, readFilters } from './audit.api.ts';

test('audit filters written to the address are read back', () => {
  const filters = { who: 'Ada Obi', group: 'staff', outcome: 'refused', object: 'SDP-26-7F3K92', from: '2026-05-04' };
  const path = auditPath({ ...filters, to: '' });
  expect(path).toBe('/audit?who=Ada+Obi&group=staff&outcome=refused&object=SDP-26-7F3K92&from=2026-05-04');
  expect(readFilters(new URLSearchParams(path.split('?')[1]))).toMatchObject(filters);
  expect(auditPath({})).toBe('/audit');
});

test('an unknown group or outcome in the address is ignored', () => {
  const read = readFilters(new URLSearchParams('group=nonsense&outcome=x&who=+'));
  expect(Object.values(read).every((value) => value === undefined)).toBe(true);
});
