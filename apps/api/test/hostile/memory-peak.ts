import { accessSync, constants } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';

/** Whether this system reports other processes' memory and lets the peak be reset. */
export const tellsMemory = isWritable('/proc/self/clear_refs');

function isWritable(file: string): boolean {
  try {
    accessSync(file, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Reads a number of `/proc/PID/status`, in megabytes. */
async function megabytes(pid: number, name: 'VmHWM' | 'VmRSS'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1];
  if (kilobytes === undefined) throw new Error(`The process ${pid} does not say its ${name}.`);
  return Math.round(Number(kilobytes) / 1024);
}

/** Measures by how many megabytes a process grows at most during the work, as the kernel counts it. */
export async function peakGrowth<T>(pid: number, work: () => Promise<T>): Promise<{ grown: number; value: T }> {
  const before = await megabytes(pid, 'VmRSS');
  // Resets the peak.
  await writeFile(`/proc/${pid}/clear_refs`, '5');
  const value = await work();
  return { grown: (await megabytes(pid, 'VmHWM')) - before, value };
}
