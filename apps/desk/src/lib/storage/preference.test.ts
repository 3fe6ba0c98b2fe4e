// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { afterSendPreference, usePreference } from './preference.ts';

test('a changed preference reaches every component and is stored on the device', () => {
  const menu = renderHook(() => usePreference(afterSendPreference));
  const checkbox = renderHook(() => usePreference(afterSendPreference));
  expect(menu.result.current[0]).toBe('next');

  act(() => checkbox.result.current[1]('stay'));

  expect(menu.result.current[0]).toBe('stay');
  expect(localStorage.getItem('desk.afterSend')).toBe('stay');
});
