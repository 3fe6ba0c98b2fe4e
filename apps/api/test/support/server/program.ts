import { type ChildProcess, spawn } from 'node:child_process';
import { builtFile, programEnvironment } from './processes.ts';

/** A running program of the server. */
export interface Program {
  readonly child: ChildProcess;
  /** Its output and exit code; null for a killed one. */
  readonly ended: Promise<{ readonly code: number | null; readonly lines: readonly string[] }>;
}

/** Starts a built program, with these settings and no others. */
export function startProgram(
  name: 'backup' | 'restore' | 'verify-log',
  words: readonly string[],
  settings: Readonly<Record<string, string>>,
): Program {
  const { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = process.env;
  const env = { ...programEnvironment, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, ...settings };
  const child = spawn(process.execPath, [builtFile(`cli/${name}`), ...words], { env });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)));
  const ended = new Promise<{ code: number | null; lines: string[] }>((resolve) => {
    child.once('close', (code) => resolve({ code, lines: text.trim().split('\n') }));
  });
  return { child, ended };
}
