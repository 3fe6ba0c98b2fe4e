import type { FastifyInstance } from 'fastify';
import { requireNoQuery } from '../../../http/input/schema-input.ts';
import type { Services } from '../../../services.ts';
import { openData } from '../../../http/headers.ts';
import { dayNamed } from '../../../domain/working-days.ts';
import { type HolidayRow, listHolidays } from '../../reference/sla-target.store.ts';
import { todayOf } from '../../reference/today.ts';

const options = { ...openData, onRequest: requireNoQuery };

/** Serves the holidays of all MDAs from this year on as a calendar (RFC 5545). */
export function holidayCalendarRoutes(app: FastifyInstance, services: Services): void {
  app.get('/data/holidays.ics', options, async (_, reply) => {
    const { db, clock, settings } = services;
    const holidays = await listHolidays(db, null, `${todayOf(services).day.slice(0, 4)}-01-01`);
    const host = new URL(settings.publicUrl).hostname;
    return reply
      .type('text/calendar; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .header('content-disposition', 'attachment; filename="holidays.ics"')
      .send(calendarOf(holidays, settings.productName, host, clock.now()));
  });
}

function calendarOf(holidays: readonly HolidayRow[], productName: string, host: string, now: Date): string {
  const dateOf = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
  const stamp = now.toISOString().replaceAll(/[-:]|\.\d+/gu, '');
  const events = holidays.flatMap(({ id, day, name }) => [
    'BEGIN:VEVENT',
    `UID:${id}@${host}`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${dateOf(dayNamed(day))}`,
    // The first day after it.
    `DTEND;VALUE=DATE:${dateOf(dayNamed(day) + 1)}`,
    `SUMMARY:${escapeText(name)}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]);
  const head = ['BEGIN:VCALENDAR', 'VERSION:2.0', `PRODID:-//${escapeText(productName)}//Holidays//EN`];
  return [...head, ...events, 'END:VCALENDAR'].map((line) => `${foldLine(line)}\r\n`).join('');
}

/** Escapes what separates values in a TEXT (RFC 5545, 3.3.11). */
const escapeText = (text: string) => text.replaceAll(/[\\;,]/gu, String.raw`\$&`).replaceAll('\n', String.raw`\n`);

const lineBytes = 75;

/** Folds a line of more than 75 bytes, between characters (RFC 5545, 3.1). */
function foldLine(line: string): string {
  let folded = '';
  let bytes = 0;
  for (const character of line) {
    const length = Buffer.byteLength(character);
    if (bytes + length > lineBytes) {
      folded += '\r\n ';
      bytes = 1;
    }
    folded += character;
    bytes += length;
  }
  return folded;
}
