import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';

/*
 * What the system says of a process and its memory, in /proc. Linux alone.
 */

/** The memory that a process has just now, shared libraries with it, in bytes. */
export async function memoryOf(pid: number): Promise<number> {
  return read(pid, 'VmRSS');
}

/** The same without Node's own file and libraries, which processes share, in bytes. */
export async function ownMemoryOf(pid: number): Promise<number> {
  return read(pid, 'RssAnon');
}

/** The most that it had at one time since `forgetPeak`, in bytes. */
export async function peakOf(pid: number): Promise<number> {
  return read(pid, 'VmHWM');
}

/** From now on the peak is counted anew. */
export async function forgetPeak(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, '5');
}

/** The processes that a process has started and that still run. */
export async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.split(' ').filter(Boolean).map(Number);
}

/** The command line of a process, word by word. */
export async function wordsOf(pid: number): Promise<string[]> {
  return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0');
}

async function read(pid: number, field: string): Promise<number> {
  if (!existsSync('/proc/self/status')) throw new Error('Memory is measured on Linux alone.');
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB`, 'mu').exec(status)?.[1];
  if (kilobytes === undefined) throw new Error(`The process ${pid} has no ${field}.`);
  return Number(kilobytes) * 1_024;
}
