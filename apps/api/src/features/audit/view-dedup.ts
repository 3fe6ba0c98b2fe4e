import { viewMilliseconds } from '../../audit/audit-event.ts';

interface Look {
  readonly sessionId: string;
  readonly at: Date;
  /** Whether the screen asked by itself, with nobody before it. */
  readonly background: boolean;
}

/** What is this old goes along into an entry that is due anyway, so that one list does not fall apart into many entries. */
const soonAgain = viewMilliseconds / 2;

/**
 * Which complaints each session was shown in lists within the last hour, according to entries of the trail: a desk asks for the
 * same list again and again. Each process remembers its own, and only so many; what it does not remember is entered once more.
 */
export class ShownBefore {
  readonly #at = new Map<string, number>();
  readonly #most: number;

  constructor(most = 50_000) {
    this.#most = most;
  }

  /** Those of the complaints that an entry has to name; none when each has one. */
  missing(look: Look, trackingIds: readonly string[]): string[] {
    if (trackingIds.every((it) => this.#isKnown(look, it, viewMilliseconds))) return [];
    return trackingIds.filter((it) => !this.#isKnown(look, it, soonAgain));
  }

  /** There is an entry that names them. */
  keep(look: Look, trackingIds: readonly string[]): void {
    const now = look.at.getTime();
    for (const it of trackingIds) {
      const key = keyOf(look, it);
      this.#at.delete(key);
      this.#at.set(key, now);
    }
    // The oldest stand first.
    for (const [key, at] of this.#at) {
      if (this.#at.size <= this.#most && now - at < viewMilliseconds) break;
      this.#at.delete(key);
    }
  }

  /** The database may have lost its last entries. */
  forget(): void {
    this.#at.clear();
  }

  /** Whoever comes back to a screen that was refreshed by itself has not seen it yet. */
  #isKnown(look: Look, trackingId: string, within: number): boolean {
    const ways = look.background ? [look, { ...look, background: false }] : [look];
    // Either way: a clock may have been set back.
    return ways.some((it) => Math.abs(look.at.getTime() - (this.#at.get(keyOf(it, trackingId)) ?? -Infinity)) < within);
  }
}

const keyOf = ({ sessionId, background }: Look, trackingId: string) =>
  `${sessionId} ${background ? 'alone ' : ''}${trackingId}`;
