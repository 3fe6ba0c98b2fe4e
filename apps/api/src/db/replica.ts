import type pg from 'pg';
import { connectDatabase, type OpenDatabase } from './database.ts';

/** A read replica: for answers that may be some seconds old and that nothing guards. */
export interface Replica {
  /** Returns its database; undefined while it lags too far behind or is away. */
  fresh(): Pick<OpenDatabase, 'db' | 'reads'> | undefined;
  /** Compares its position in the write-ahead log with that of the primary. @throws Error when it cannot be used. */
  check(): Promise<void>;
  /** Leaves it alone until the next check. */
  leave(): void;
  close(): Promise<void>;
}

/** Milliseconds that its answers may be old. */
const lagAllowed = 10_000;

/** Opens a replica of the primary, in use from its first good check on. */
export function openReplica(url: string, primary: pg.Pool): Replica {
  const { db, reads, pool, close } = connectDatabase({ connectionString: url });
  /** Where the primary was, oldest first; those that the replica has reached are dropped but for the newest. */
  let seen: { at: number; position: number }[] = [];
  let freshAt: number | undefined;
  return {
    fresh: () => (freshAt !== undefined && performance.now() - freshAt <= lagAllowed ? { db, reads } : undefined),
    leave: () => void (freshAt = undefined),
    async check() {
      const at = performance.now();
      const ahead = await locate(primary, 'pg_current_wal_lsn()');
      seen.push({ at, position: ahead.position });
      const behind = await locate(pool, 'pg_last_wal_replay_lsn()').catch((error: Error) => {
        freshAt = undefined;
        throw error;
      });
      const isReplica = behind.standby && behind.installation === ahead.installation;
      const reached = seen.findLastIndex(({ position }) => position <= behind.position);
      freshAt = isReplica ? (seen[reached]?.at ?? freshAt) : undefined;
      seen = seen.slice(Math.max(reached, 0)).filter((mark) => mark.at > at - 2 * lagAllowed);
      if (!isReplica) throw new Error('DATABASE_REPLICA_URL names no replica of DATABASE_URL.');
      if (!this.fresh()) throw new Error(`The replica lags by more than ${lagAllowed / 1_000} seconds.`);
    },
    close,
  };
}

interface Standing {
  readonly standby: boolean;
  /** Bytes from the beginning of the write-ahead log. */
  readonly position: number;
  readonly installation: string;
}

async function locate(pool: pg.Pool, position: string): Promise<Standing> {
  const { rows } = await pool.query<Standing>(
    `select pg_is_in_recovery() as standby, (${position} - '0/0')::float8 as position, id as installation from installation`,
  );
  if (!rows[0]) throw new Error('The replica holds no installation yet.');
  return rows[0];
}
