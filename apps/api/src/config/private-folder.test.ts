import { mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { requireNoSystemFolder } from './private-folder.ts';
import { StartupError } from './startup-error.ts';

// The question alone is asked here, of folders that nothing may be done to.
test.each(['/', '/etc', '/var', '/usr', '/etc/../'])('a folder of the system is no data folder: %s', async (folder) => {
  await expect(requireNoSystemFolder(folder)).rejects.toThrow(
    new StartupError(`The data folder ${folder} is one of the system. Set DATA_DIR to a folder of its own.`),
  );
});

test('nor is a link that leads to one; any other folder may be, there or not', async () => {
  const parent = await realpath(await mkdtemp(path.join(tmpdir(), 'baraza-system-')));
  const link = path.join(parent, 'link');
  await symlink('/', link);
  await expect(requireNoSystemFolder(link)).rejects.toThrow('is one of the system');
  await requireNoSystemFolder(parent);
  await requireNoSystemFolder(path.join(parent, 'new'));
  await rm(parent, { recursive: true });
});
