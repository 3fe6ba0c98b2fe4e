import type { Database } from '../../../db/database.ts';
import type { Services } from '../../../services.ts';
import { toRules } from '../../sla/sla-target.store.ts';
import { lockDuplicates, type LockedComplaint, recordStep } from '../transition/transition.store.ts';
import { sealEvent, systemEvent } from '../history/sealed-event.ts';
import { readPast } from '../history/event.store.ts';
import { applyTransition } from '../transition/apply-transition.ts';
import { notifyCitizen } from '../transition/notify-transition.ts';

/** Nobody's complaint ends because somebody else withdrew theirs: what was handled together with it goes on by itself. */
export async function detachDuplicates(tx: Database, services: Services, parent: LockedComplaint): Promise<void> {
  const at = services.clock.now();
  for (const before of await lockDuplicates(tx, parent.id)) {
    const past = await readPast(tx, before.id);
    const step = { action: 'release', at, actorId: null, text: null } as const;
    const after = applyTransition(before, past, step, toRules(before.rules, services.settings.timeZone));
    const event = systemEvent('release', before, after, { at });
    await recordStep(tx, before, after, sealEvent(event));
    await notifyCitizen(tx, services, before, event);
  }
}
