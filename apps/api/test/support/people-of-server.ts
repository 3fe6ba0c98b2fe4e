import { createClient } from '@baraza/contract/core/client';
import { systemClock } from '../../src/config/clock.ts';
import { readSettings } from '../../src/config/settings.ts';
import type { TestDatabase } from './server/database.ts';
import { createPeople, type People } from './people.ts';

/** Makes people who call a separate server process on this database. */
export function peopleOfServer({ db }: TestDatabase, url: string): People {
  const callAs = (token: string) => createClient({ baseUrl: `${url}/api`, token: () => token });
  return createPeople({ db, clock: systemClock, settings: readSettings({}) }, callAs);
}
