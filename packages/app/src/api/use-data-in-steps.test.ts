// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useDataInSteps } from './use-data-in-steps.ts';

afterEach(cleanup);

test('data come once they are there, and are never older than those of the query', () => {
  const initialProps: { data: string | undefined } = { data: undefined };
  const { result, rerender } = renderHook(useDataInSteps<string>, { initialProps });
  expect(result.current).toBeUndefined();

  rerender({ data: 'first' });
  expect(result.current).toBe('first');

  rerender({ data: 'second' });
  expect(result.current).toBe('second');
});
