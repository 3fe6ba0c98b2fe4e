// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useKeptText } from './use-kept-text.ts';

const renderText = (name = 'withdraw:c1') => renderHook(() => useKeptText(name)).result;

afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

test('text typed into a dialog is restored when it is opened again', () => {
  const result = renderText();

  act(() => result.current[1]('It is mended.'));

  expect([renderText().current[0], renderText('withdraw:c2').current[0]]).toEqual(['It is mended.', '']);
});

test('text typed into a dialog is not restored once it was sent', () => {
  const result = renderText();
  act(() => result.current[1]('It is mended.'));

  act(() => result.current[2]());

  expect(renderText().current[0]).toBe('');
});
