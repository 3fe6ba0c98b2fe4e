import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { builtFile, programEnvironment } from '../../test/support/server/processes.ts';

// Each run of the program is a Node process of its own.
vi.setConfig({ testTimeout: 90_000 });

test('npm run channel plays every dialogue without database or gateway', async () => {
  const program = spawn(process.execPath, [builtFile('cli/channel')], { env: programEnvironment });
  program.stdin.end('/play\n');

  const said = await text(program.stdout);

  for (const part of [
    'Which office?',
    'Which one?',
    'Received: SDP-',
    'Code of SDP-',
    'ANSWER SDP-',
    'open again',
    'no more messages',
    'WhatsApp and your network',
    '[map]',
    '[Yes] [No]',
  ])
    expect(said).toContain(part);
  expect(said.match(/SMS in (?:GSM-7|UCS-2)/gu)?.length).toBeGreaterThan(30);
});
