import {
  fillPlaceholders,
  gapsIn,
  type PlaceholderValues,
  type PreviewedWords,
  type previewWords,
  staffMessage,
  textFor,
} from '@baraza/contract';
import type { Language } from '@baraza/contract/core/language';
import { dayIn } from '@baraza/contract/core/incident-day';
import { eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Caller } from '../../../auth/session/caller.ts';
import type { Database } from '../../../db/database.ts';
import { pick } from '../../../db/pick.ts';
import { account, complaint, complaintEvent, mda } from '../../../db/schema/tables.ts';
import { addressedAs, senderName, shownName } from '../../../domain/person-name.ts';
import { type TransitionCommand, wordsForCitizen } from '../../../domain/step.ts';
import { requireComplete } from '../../../domain/allowed-actions.ts';
import { toAppError } from '../../../http/error-handler.ts';
import { notFound, validation } from '../../../http/errors.ts';
import type { Context } from '../../../http/mount.ts';
import type { Services } from '../../../services.ts';
import { readableBy, within } from '../record/visibility.ts';

/** Chooses the language of words for the citizen, and fills their placeholders. @throws AppError VALIDATION_FAILED where a value is missing */
export async function fillWords(
  db: Database,
  { settings }: Pick<Services, 'settings'>,
  caller: Caller,
  command: TransitionCommand,
): Promise<TransitionCommand> {
  const field = wordsForCitizen[command.action];
  const words = field && command[field];
  // What a held reply says was filled when it was held.
  const { texts, heldAs } = command;
  if (!words || heldAs !== undefined || (!texts && gapsIn(words).length === 0)) return command;
  const { language, ...values } = await readValues(db, caller, command.complaintId, settings.timeZone);
  const read = textFor({ text: words, texts }, language);
  if (gapsIn(read).some((gap) => fillPlaceholders(gap, values) === gap))
    throw validation({ [field]: staffMessage.noDueDate });
  return { ...command, [field]: fillPlaceholders(read, values) };
}

/** Shows the first texts of a bulk action as each citizen would read them. */
export async function showWords(context: Context<typeof previewWords>): Promise<PreviewedWords[]> {
  const { services, caller, body } = context;
  const { complaints, ...step } = body;
  requireComplete({ complaintId: '', ...step }, 0);
  const show = async (complaintId: string): Promise<PreviewedWords> => {
    try {
      const command = await fillWords(services.db, services, caller, { ...step, complaintId });
      return { id: complaintId, text: command.text ?? '' };
    } catch (error) {
      return { id: complaintId, error: toAppError(error).message };
    }
  };
  return Promise.all(complaints.map(show));
}

async function readValues(
  db: Database,
  caller: Caller,
  complaintId: string,
  timeZone: string,
): Promise<PlaceholderValues & { readonly language: Language | null }> {
  const officer = alias(account, 'officer');
  const [row] = await db
    .select({
      ...pick(complaint, ['trackingId', 'title', 'identity', 'resolveDueAt']),
      citizen: pick(account, ['firstName', 'lastName']),
      officer: pick(officer, ['firstName', 'lastName']),
      mda: mda.name,
      language: sql<Language | null>`(select e.language from ${complaintEvent} e where e.complaint_id = ${complaint.id}
        and e.actor_kind = 'citizen' and e.language is not null order by e.seq desc limit 1)`,
    })
    .from(complaint)
    .innerJoin(account, eq(account.id, complaint.citizenId))
    .innerJoin(mda, eq(mda.id, complaint.mdaId))
    .innerJoin(officer, eq(officer.id, sql`${caller.accountId}::uuid`))
    .where(within(readableBy(caller), eq(complaint.id, complaintId)));
  if (!row) throw notFound();
  return {
    ...pick(row, ['trackingId', 'title', 'mda', 'language']),
    citizen: row.identity === 'named' ? addressedAs(row.citizen) : senderName(row, row.citizen),
    officer: shownName(row.officer),
    dueDate: row.resolveDueAt && dayIn(timeZone, row.resolveDueAt),
  };
}
