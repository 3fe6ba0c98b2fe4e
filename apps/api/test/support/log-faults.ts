import { appendToLog } from '../../src/features/log/append-to-log.ts';
import { verifyLog } from '../../src/features/verification/verify-log.ts';
import type { TestApp } from './server/app.ts';

/** Appends pending events to the log, verifies everything, and returns the faults. */
export async function logFaults({ services }: Pick<TestApp, 'services'>): Promise<string[]> {
  while ((await appendToLog(services)) > 0);
  const faults: string[] = [];
  await verifyLog(services.db, services, (line) => faults.push(line));
  return faults;
}
