import type { Database } from '../../db/database.ts';
import type { Effect } from '../../domain/effects.ts';
import type { Services } from '../../services.ts';
import { notifyStaff } from './notification/notify-staff.ts';
import { applyRules } from './rule/apply-rules.ts';
import { notifyCitizens } from './notify-citizen.ts';

/** Carries out the effects of a step in its transaction: all of them or none. */
export async function carryOut(tx: Database, services: Services, effects: readonly Effect[]): Promise<void> {
  for (const effect of effects) {
    switch (effect.effect) {
      case 'notifyCitizen':
        await notifyCitizens(tx, services, effect);
        break;
      case 'notifyStaff':
        await notifyStaff(tx, services, effect);
        break;
      case 'applyRules':
        await applyRules(tx, services, effect);
        break;
      case 'learnTargets':
        await services.jobs.add(tx, 'learn-targets', { complaintId: effect.complaintId, kinds: effect.kinds });
    }
  }
}
