import type { Database } from '../../../db/database.ts';
import { checkHistory } from './check-history.ts';
import { isErased } from './event-chain.ts';
import { type CountGap, readCountGaps, readHistories, readOrphans } from './history.store.ts';
import { readQueueGaps } from '../read/queue-count.store.ts';

export interface Verdict {
  readonly complaints: number;
  readonly events: number;
  /** Events whose words were taken out, as the law may ask. */
  readonly erased: number;
  readonly faults: number;
}

const firstId = '00000000-0000-0000-0000-000000000000';

/** Walks through the history of every complaint, in batches, and calls `tell` with a line for each fault. */
export async function verifyHistory(db: Database, tell: (line: string) => void, batch = 1_000): Promise<Verdict> {
  const sum = { complaints: 0, events: 0, erased: 0, faults: 0 };
  const fault = (line: string) => {
    sum.faults += 1;
    tell(line);
  };
  let next = readHistories(db, firstId, batch);
  for (let more = true; more;) {
    const histories = await next;
    more = histories.length === batch;
    // The database reads these while those are looked at.
    if (more) next = readHistories(db, histories.at(-1)?.id ?? firstId, batch);
    for (const { trackingId, claim, events } of histories) {
      sum.complaints += 1;
      sum.events += events.length;
      sum.erased += events.filter(isErased).length;
      for (const { seq, kind, detail } of checkHistory(claim, events)) {
        fault(`${trackingId} ${seq === null ? 'row' : `event ${seq}`} ${kind}: ${detail}`);
      }
    }
  }
  for (const { complaintId, seq } of await readOrphans(db))
    fault(`${complaintId} event ${seq} extra: its complaint is missing`);
  for (const gap of await readCountGaps(db)) fault(countFault(gap));
  for (const { mdaName, kind, counted, there } of await readQueueGaps(db))
    fault(`${mdaName} queue ${kind} differs: counted ${counted}; there are ${there}`);
  return sum;
}

function countFault({ mdaName, month, counted, there }: CountGap): string {
  const put = ({ total, resolved }: CountGap['there']) => `${total} complaints, ${resolved} resolved`;
  return `${mdaName} ${month} count differs: counted ${put(counted)}; there are ${put(there)}`;
}
