import { expect, test } from 'vitest';
import { weighAccess, weighIdentityAccess } from './access-weight.ts';

const access = (text: string) => {
  const [role = '', mdaId = null, disabled] = text.split(' ');
  return { role: role as 'officer', mdaId: mdaId === '-' ? null : mdaId, disabled: disabled === 'disabled' };
};

test.each([
  [null, 'officer roads', 'announce'],
  [null, 'supervisor roads', 'confirm'],
  [null, 'oversight', 'confirm'],
  [null, 'administrator', 'confirm'],
  ['officer roads', 'officer water', 'announce'],
  ['officer roads', 'officer roads', 'free'],
  ['officer roads', 'officer roads disabled', 'free'],
  ['officer roads disabled', 'officer water disabled', 'free'],
  ['officer roads disabled', 'officer roads', 'announce'],
  ['officer roads', 'supervisor roads', 'confirm'],
  ['supervisor roads', 'supervisor water', 'confirm'],
  ['supervisor roads disabled', 'supervisor roads', 'confirm'],
  ['supervisor roads', 'officer roads', 'free'],
  ['supervisor roads', 'officer water', 'announce'],
  ['oversight', 'officer roads', 'announce'],
  ['oversight', 'oversight - disabled', 'announce'],
  ['supervisor roads', 'supervisor roads disabled', 'announce'],
  ['supervisor roads disabled', 'supervisor water disabled', 'free'],
  ['administrator', 'administrator - disabled', 'confirm'],
  ['administrator', 'officer roads', 'confirm'],
  ['administrator', 'oversight', 'confirm'],
  ['administrator - disabled', 'officer roads', 'announce'],
  ['administrator - disabled', 'administrator', 'confirm'],
] as const)('a change from %s to %s takes: %s', (before, after, weight) => {
  expect(weighAccess(before && access(before), access(after))).toBe(weight);
});

test.each([
  ['two-person', 'assigned', 'announce'],
  ['two-person', 'open', 'confirm'],
  ['assigned', 'open', 'confirm'],
  ['assigned', 'assigned', 'free'],
  ['open', 'open', 'free'],
  ['open', 'assigned', 'free'],
  ['assigned', 'two-person', 'free'],
] as const)('showing names at an MDA to %s, then to %s takes: %s', (before, after, weight) => {
  expect(weighIdentityAccess(before, after)).toBe(weight);
});
