// Builds the verifier in Go: `node build.mjs PROGRAM`. As Debian's packages mean it, libraries lie in one folder, without the network.
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const [, , program] = process.argv;
const folder = import.meta.dirname;
const finder = path.join(folder, '../../../scripts/testing/find-programs.mjs');
const go = JSON.parse(spawnSync(process.execPath, [finder, 'go'], { encoding: 'utf8' }).stdout);
const cache = path.join(path.dirname(program), 'cache');
const env = { ...process.env, GO111MODULE: 'off', GOPATH: '/usr/share/gocode', GOCACHE: cache };
const { status } = spawnSync(go, ['build', '-o', program, path.join(folder, 'verify.go')], { env, stdio: 'inherit' });
process.exitCode = status ?? 1;
