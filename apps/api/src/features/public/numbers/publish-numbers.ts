import { publishDay } from '@baraza/contract/numbers/numbers';
import { readPages } from '../../../db/read-pages.ts';
import type { Services } from '../../../services.ts';
import { toRules } from '../../reference/sla-target.store.ts';
import type { Span } from '../../../domain/sla-timer.ts';
import { dayNamed, dayOf, startOfDay, addMonths } from '../../../domain/working-days.ts';
import { buildMonth, type CountedCustody } from './build-month.ts';
import { countCustody, countsNothing, custodiesOf } from '../../../domain/custody.ts';
import {
  firstComplaintAt,
  insertMonth,
  listMonths,
  readComplaints,
  readLargeAreas,
  readOffices,
} from './numbers.store.ts';

const monthsBack = 24;

/** Publishes each past month that is still missing, from the fifth day after it. */
export async function publishNumbers(services: Services, batch = 500): Promise<void> {
  const { db, settings } = services;
  const first = await firstComplaintAt(db);
  if (first === null) return;
  const published = await listMonths(db);
  const begin = monthOf(dayOf(settings.timeZone, first));
  const next = nextMonth(services);
  for (let back = monthsBack; back > 0; back -= 1) {
    const month = addMonths(next, -back);
    if (month >= begin && !published.includes(month)) await publishMonth(services, month, batch);
  }
}

async function publishMonth({ db, clock, settings, log }: Services, month: string, batch: number): Promise<void> {
  const startOf = (name: string) => startOfDay(settings.timeZone, dayNamed(`${name}-01`));
  const span: Span = { from: startOf(month), to: startOf(addMonths(month, 1)) };
  const offices = await readOffices(db);
  const rules = new Map(offices.map((row) => [`${row.mdaId} ${row.categoryId}`, toRules(row.rules, settings)]));
  const { areas, largeOf } = await readLargeAreas(db);
  const custodies: CountedCustody[] = [];
  let demo = false;
  const pages = readPages(batch, (last?: { id: string }) => readComplaints(db, span, last?.id, batch));
  for await (const complaints of pages) {
    for (const { mdaId, categoryId, areaCode, events, demo: isDemo } of complaints) {
      const area = largeOf.get(areaCode ?? '') ?? null;
      demo ||= isDemo;
      for (const custody of custodiesOf(events, mdaId)) {
        const own = rules.get(`${custody.mdaId} ${categoryId}`);
        const counts = own && countCustody(custody, own, span);
        // Only custodies that count in this month stay in memory: there may be millions of open complaints.
        if (counts && !countsNothing(counts)) custodies.push({ mdaId: custody.mdaId, categoryId, area, ...counts });
      }
    }
  }
  const mdas = namesOf(offices.map(({ mdaId, mda }) => [mdaId, mda]));
  const categories = namesOf(offices.map(({ categoryId, category }) => [categoryId, category]));
  await insertMonth(db, buildMonth({ month, publishedAt: clock.now(), mdas, categories, areas, custodies }), demo);
  log.info({ month }, 'The public numbers of a month were published.');
}

const namesOf = (pairs: [id: string, name: string][]) => Array.from(new Map(pairs), ([id, name]) => ({ id, name }));

/** Returns the month whose numbers are published next. */
export function nextMonth({ clock, settings }: Pick<Services, 'clock' | 'settings'>): string {
  return monthOf(dayOf(settings.timeZone, clock.now()) - (publishDay - 1));
}

const monthOf = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 7);
