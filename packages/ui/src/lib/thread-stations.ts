import { statusTone, type StatusTone } from './status-tone.ts';

/** One stop on the way of a complaint. */
export type Station = { tone: StatusTone; state: 'done' | 'now' | 'next' };

const road: StatusTone[] = ['pending', 'processing', 'resolved'];

/**
 * The stations to draw for a status. A canceled complaint left the road after Pending; a status we do
 * not know has no road, and nothing is drawn rather than something invented.
 */
export function threadStations(status: string): Station[] {
  const tone = statusTone(status);
  if (tone === null) return [];
  if (tone === 'canceled') {
    return [
      { tone: 'pending', state: 'done' },
      { tone: 'canceled', state: 'now' },
    ];
  }
  const here = road.indexOf(tone);
  return road.map((stop, i) => ({ tone: stop, state: i < here ? 'done' : i === here ? 'now' : 'next' }));
}
