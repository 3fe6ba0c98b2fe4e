// Starts the portal as a person does, on an empty data folder.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';

rmSync(process.env.DATA_DIR, { recursive: true, force: true });
const start = path.join(import.meta.dirname, '..', '..', 'scripts', 'start.mjs');
const child = spawn(process.execPath, [start], { stdio: 'inherit' });
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 1));
