import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';

/*
 * What the system says of the memory of a process, in /proc. Linux alone.
 */

/** The memory that a process has just now, shared libraries with it, in bytes. */
export async function memoryOf(pid: number): Promise<number> {
  return read(pid, 'VmRSS');
}

/** The most that it had at one time since `forgetPeak`, in bytes. */
export async function peakOf(pid: number): Promise<number> {
  return read(pid, 'VmHWM');
}

/** From now on the peak is counted anew. */
export async function forgetPeak(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, '5');
}

/** How many processes a process has started that still run. */
export async function childrenOf(pid: number): Promise<number> {
  return (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean).length;
}

async function read(pid: number, field: string): Promise<number> {
  if (!existsSync('/proc/self/status')) throw new Error('Memory is measured on Linux alone.');
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB`, 'mu').exec(status)?.[1];
  if (kilobytes === undefined) throw new Error(`The process ${pid} has no ${field}.`);
  return Number(kilobytes) * 1_024;
}
