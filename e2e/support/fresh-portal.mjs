// Starts the portal as a person does, on a data folder that is empty but for a map.
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { smallMap } from './small-map.mjs';

const dataDir = process.env.DATA_DIR;
rmSync(dataDir, { recursive: true, force: true });
mkdirSync(dataDir, { mode: 0o700 });
writeFileSync(path.join(dataDir, 'map.pmtiles'), smallMap());
const start = path.join(import.meta.dirname, '..', '..', 'scripts', 'start.mjs');
const child = spawn(process.execPath, [start], { stdio: 'inherit' });
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 1));
