import type { Rule } from '@baraza/contract';
import type { Database } from '../../../db/database.ts';
import type { ApplyRules } from '../../../domain/effects.ts';
import type { Services } from '../../../services.ts';
import { chooseAssignee } from '../../complaint/record/choose-assignee.ts';
import { readPast } from '../../complaint/record/event.store.ts';
import { lockForSystem, type LockedComplaint } from '../../complaint/record/lock-complaint.store.ts';
import { takeSystemStep } from '../../complaint/record/take-system-step.ts';
import { todayOf } from '../../reference/today.ts';
import { isWalledOff } from '../../reference/unit.store.ts';
import { notifyStaff } from '../notification/notify-staff.ts';
import { findFirst, findGone, markReported, readRules } from './rule.store.ts';

/** Runs the rules of an MDA over a complaint in order, each once a cycle. Their changes start no rule. */
export async function applyRules(tx: Database, services: Services, asked: Omit<ApplyRules, 'effect'>): Promise<void> {
  const { event, complaintId, mdaId } = asked;
  const { version, rules } = await readRules(tx, mdaId, asked.version);
  let left = rules.filter((rule) => rule.event === event);
  while (left.length > 0) {
    const first = await findFirst(tx, complaintId, left);
    if (first === null) return;
    await fire(tx, services, complaintId, left[first]!, version);
    left = left.slice(first + 1);
  }
}

async function fire(tx: Database, services: Services, complaintId: string, rule: Rule, version: number) {
  const before = await lockForSystem(tx, complaintId);
  if (!before) return;
  const past = await readPast(tx, complaintId);
  if (past.some(({ cycle, data }) => cycle === before.cycle && data?.['ruleId'] === rule.id)) return;
  const about = { complaint: before, actorId: null, at: services.clock.now() };
  const goneOf = await findGone(tx, before.mdaId, [rule], todayOf(services));
  if (goneOf(rule).length > 0) {
    const isNews = await markReported(tx, before.mdaId, version, rule.id);
    if (isNews) await notifyStaff(tx, services, { ...about, kind: 'ruleSkipped', step: null });
    return;
  }
  const { unit, priority, tags = [], note, notify, webhook } = rule;
  const assignee = await assigneeBy(tx, services, before, rule);
  const isGivenUp = assignee === null && before.assigneeId !== null;
  const changes = {
    ...(unit && unit !== before.unitId && { unit }),
    ...((assignee || isGivenUp) && { assignee }),
    ...(priority && priority !== before.priority && { priority }),
    ...(tags.some((tag) => !before.tags.includes(tag)) && { tags }),
  };
  if (Object.keys(changes).length === 0 && !note && !notify && !webhook && assignee === undefined) return;
  const data = { ...changes, rule: rule.name, ruleId: rule.id, ruleVersion: version };
  const step = { action: 'applyRule', at: about.at, actorId: null, text: note || null, ...changes, data } as const;
  const { event } = await takeSystemStep(tx, services, before, step, past);
  const news = { ...about, step: event.seq };
  if (assignee) await notifyStaff(tx, services, { ...news, kind: 'assigned' });
  if (assignee === null) await notifyStaff(tx, services, { ...news, kind: 'ruleNobody' });
  if (notify) await notifyStaff(tx, services, { ...news, kind: 'ruleMet', named: [notify] });
}

/** Returns whom a rule gives a complaint to. Null: to nobody, since nobody can take it; undefined: it stays as it is. */
async function assigneeBy(tx: Database, services: Services, before: LockedComplaint, { person, unit, sharing }: Rule) {
  const { assigneeId, unitId } = before;
  if (assigneeId !== null) return unit && (await isWalledOff(tx, assigneeId, unit)) ? null : undefined;
  if (!person && !(unit && sharing)) return undefined;
  const chosen = { among: person ? [person] : undefined, unit: unit ?? unitId, sharing };
  return (await chooseAssignee(tx, before, chosen, todayOf(services))) ?? null;
}
