import { formatCount, formatMoment } from '@baraza/app';
import type { LogState } from '@baraza/contract';
import type { Cosignature } from '@baraza/transparency-log';
import { Icon } from '@baraza/ui';
import { plural, t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { Contradiction, ReceiptFacts, Verdict } from './check-receipt.ts';

interface Check {
  /** Null: not checked. */
  readonly passed: boolean | null;
  readonly what: string;
  readonly detail: string;
}

/** Lists the checks of a receipt and their results. */
export function CheckList({ verdict, trusted }: { verdict: Verdict; trusted: LogState }): ReactNode {
  const checks = checksOf(verdict, trusted);
  if (checks.length === 0) return null;
  return (
    <section className="sheet grid gap-2 p-5">
      <h2>{t`What was checked`}</h2>
      <ul className="divide-y divide-line">
        {checks.map(({ passed, what, detail }) => (
          <li key={what} className="flex items-start gap-3 py-3">
            <Mark passed={passed} />
            <span className="grid min-w-0">
              <span className="font-semibold">{what}</span>
              <span className="text-md wrap-anywhere text-ink-2">{detail}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Mark({ passed }: { passed: boolean | null }): ReactNode {
  if (passed === null) return <Icon name="warning" className="mt-0.5 text-pending-mark" />;
  return passed ? (
    <Icon name="check" className="mt-0.5 text-resolved-mark" />
  ) : (
    <Icon name="close" className="mt-0.5 text-danger" />
  );
}

function checksOf(verdict: Verdict, trusted: LogState): Check[] {
  const { fault, facts } = verdict;
  if (fault === 'forged') {
    const unasked = t`We did not check the log, because the receipt itself is not valid.`;
    return [{ passed: false, what: t`Not signed by this portal in its present form`, detail: unasked }];
  }
  if (!facts || (fault !== undefined && fault !== 'rewritten')) return [];
  const year = facts.key.since.slice(0, 4);
  const signed = { passed: true, what: t`Signed by this portal`, detail: t`With the key of ${year}` };
  const inLog = fault === undefined ? stillThere(facts, verdict.log !== null) : contradicted(facts, verdict.failed);
  return [signed, inLog, witnessed(verdict.log?.witnesses, facts, trusted)];
}

function stillThere({ index, size }: ReceiptFacts, isAsked: boolean): Check {
  const [place, all] = [formatCount(index), formatCount(size)];
  const what = isAsked ? t`Still in the log, unchanged` : t`In the log when the receipt was made`;
  return { passed: isAsked || null, what, detail: t`Entry ${place} of ${all}` };
}

function contradicted({ index }: ReceiptFacts, failed: Contradiction): Check {
  const place = formatCount(index);
  const details = {
    unsigned: t`No key of this portal signed today’s log.`,
    shorter: t`Today’s log has fewer entries than the receipt says.`,
    forked: t`Today’s log does not continue the log of the receipt.`,
    entry: t`Place ${place} holds another entry.`,
  };
  return { passed: false, what: t`Not in the log as the receipt says`, detail: details[failed] };
}

/** `today`: who signed today's log; undefined if it was not checked. */
function witnessed(today: readonly Cosignature[] | undefined, facts: ReceiptFacts, { witnesses }: LogState): Check {
  const names = (signatures: readonly { name: string }[]) => signatures.map(({ name }) => name).join(', ');
  if (today === undefined) {
    const own = names(facts.witnesses);
    const detail = own
      ? t`The receipt carries the signatures of ${own}.`
      : t`The receipt carries no witness’s signature.`;
    return { passed: null, what: t`Witnesses: not checked`, detail };
  }
  if (today.length === 0) {
    const all = names(witnesses);
    if (!all) return { passed: null, what: t`This portal has no witnesses`, detail: t`Keep your receipt.` };
    return { passed: false, what: t`No witness signed today’s log`, detail: t`It should be signed by ${all}.` };
  }
  const time = formatMoment(new Date(Math.max(...today.map(({ at }) => at.getTime()))).toISOString());
  return {
    passed: true,
    what: t`Seen by ${plural(today.length, { one: '# witness', other: '# witnesses' })}`,
    detail: t`${names(today)}, ${time}`,
  };
}
