// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useDataInSteps } from './use-data-in-steps.ts';

afterEach(cleanup);

test('shown data are those that the query returned last', () => {
  const initialProps: { data: string | undefined } = { data: undefined };
  const { result, rerender } = renderHook(useDataInSteps<string>, { initialProps });
  expect(result.current).toBeUndefined();

  rerender({ data: 'first' });
  expect(result.current).toBe('first');

  rerender({ data: 'second' });
  expect(result.current).toBe('second');
});
