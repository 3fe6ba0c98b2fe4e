// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useStablePath } from './use-stable-path.ts';

afterEach(cleanup);

const renderPath = () => renderHook((path: string) => useStablePath(path), { initialProps: '/file?signed=1' });

test('a file keeps its address when a newer one arrives', () => {
  const { result, rerender } = renderPath();

  rerender('/file?signed=2');

  expect(result.current).toMatchObject({ src: '/file?signed=1', failed: false });
});

test('a file that no longer opens takes the newest address', () => {
  const { result, rerender } = renderPath();
  rerender('/file?signed=2');

  act(() => result.current.onError());

  expect(result.current).toMatchObject({ src: '/file?signed=2', failed: false });
});

test('a file that does not open at its newest address has failed, until there is a newer one', () => {
  const { result, rerender } = renderPath();

  act(() => result.current.onError());
  expect(result.current.failed).toBe(true);

  rerender('/file?signed=2');
  expect(result.current).toMatchObject({ src: '/file?signed=2', failed: false });
});
