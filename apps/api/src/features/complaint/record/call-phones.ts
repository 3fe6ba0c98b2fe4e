import { sql } from 'drizzle-orm';
import { complaint } from '../../../db/schema/tables.ts';

/** Selects, beside an account, the phone numbers of all its complaints. */
// The account's id is spelled out: in a query of one table Drizzle omits the table's name, and `id` would be the complaint's.
export const callPhones = sql<string[]>`array(select distinct ${complaint.callPhone} from ${complaint}
  where ${complaint.citizenId} = "account"."id" and ${complaint.callPhone} is not null)`;
