import { applyRules } from '../../src/features/engagement/rule/apply-rules.ts';
import { insertRules } from '../../src/features/engagement/rule/rule.store.ts';
import type { Scene } from './complaints.ts';
import type { TestApp } from './server/app.ts';

/** Adds to the MDA of a scene a rule that raises the priority, and runs it over a complaint. */
export async function applyUrgentRule({ services, clock }: TestApp, scene: Scene, complaintId: string): Promise<void> {
  const { mdaId, supervisor } = scene;
  const id = '00000000-0000-4000-8000-000000000001';
  const rules = [{ id, name: 'Urgent', event: 'changed' as const, filter: {}, priority: 'high' as const }];
  await insertRules(services.db, { mdaId, version: 1, rules, changedBy: supervisor.id, changedAt: clock.now() });
  await applyRules(services.db, services, { event: 'changed', complaintId, mdaId });
}
