import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../lib/run.mjs';
import { onceIsEnough, onServerToo } from '../testing/tiers.mjs';

test.each([...onServerToo, ...onceIsEnough])('the pattern %s of a tier matches a test', (pattern) => {
  expect(globSync(pattern, { cwd: path.join(root, 'apps/api'), exclude: ['node_modules'] })).not.toEqual([]);
});
