import { sql } from 'drizzle-orm';
import { complaint } from '../../../db/schema/tables.ts';

/** Reads, beside an account, the numbers to call of all its complaints. */
// The account's id is spelled out: in a query of one table its name would be left away, and mean the complaint's.
export const callPhones = sql<string[]>`array(select distinct ${complaint.callPhone} from ${complaint}
  where ${complaint.citizenId} = "account"."id" and ${complaint.callPhone} is not null)`;
