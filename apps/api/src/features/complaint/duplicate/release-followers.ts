import { transitionOf } from '@baraza/contract/complaint/lifecycle';
import type { Database } from '../../../db/database.ts';
import type { Services } from '../../../services.ts';
import { toRules } from '../../sla/target.store.ts';
import { lockFollowers, type LockedComplaint, recordStep } from '../transition/action.store.ts';
import { sealEvent } from '../history/event-chain.ts';
import { readPast } from '../history/event.store.ts';
import { planStep } from '../transition/plan-step.ts';
import { tellCitizen } from '../transition/tell-about.ts';

/** Nobody's complaint ends because somebody else withdrew theirs: what was handled together with it goes on by itself. */
export async function releaseFollowers(tx: Database, services: Services, master: LockedComplaint): Promise<void> {
  const at = services.clock.now();
  for (const before of await lockFollowers(tx, master.id)) {
    const past = await readPast(tx, before.id);
    const step = { action: 'release', at, actorId: null, text: null } as const;
    const after = planStep(before, past, step, toRules(before.rules, services.settings.timeZone));
    const event = {
      complaintId: before.id,
      seq: after.version,
      at,
      action: 'release',
      fromState: before.state,
      toState: after.state,
      cycle: after.cycle,
      actorKind: 'system',
      actorId: null,
      visibility: transitionOf('release').visibility,
      text: null,
      reason: null,
      data: null,
    } as const;
    await recordStep(tx, before, after, sealEvent(event, past.at(-1)?.hash ?? null));
    await tellCitizen(tx, services, before, event);
  }
}
