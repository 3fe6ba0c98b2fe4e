import { Icon } from '@baraza/ui/icon';
import { cx } from '@baraza/ui/lib/cx';
import { Steps } from '@baraza/ui/timeline';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { MouseEvent, ReactNode } from 'react';
import { isAnswered } from './answered.ts';
import { complaintLabels } from './complaint-labels.ts';
import type { ComplaintValues } from './complaint-values.ts';
import { DataMeter } from './data-meter.tsx';
import { SavedLine } from './saved-line.tsx';
import type { ComplaintForm } from './use-complaint-form.ts';

const order = ['mda', 'mdaJurisdiction', 'category', 'title', 'description', 'location', 'incidentDate'] as const;

/** Beside the form: how far the draft is, what it will cost to send, and what comes after. */
export default function DraftRail({ it }: { it: ComplaintForm }): ReactNode {
  const { form, jurisdictions } = it;
  const labels = complaintLabels();
  const asked = order.filter((name) => name !== 'mdaJurisdiction' || jurisdictions.options.length > 0);
  return (
    <aside
      aria-label={t`About this complaint`}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 l:sticky l:top-20 l:col-start-2 l:row-span-2 l:row-start-1"
    >
      <section aria-labelledby="your-draft" className="sheet grid gap-3 px-4.5 pt-4.5 pb-5">
        <h2 id="your-draft" className="text-lead">
          <Trans>Your draft</Trans>
        </h2>
        <SavedLine savedAt={it.savedAt} failed={it.saveFailed} />
        <ul className="grid text-md">
          {asked.map((name) => (
            <Tick key={name} name={name} label={labels[name]} done={isAnswered(form.values, name, it.days)} />
          ))}
        </ul>
      </section>
      <DataMeter media={it.media} recording={it.recording} />
      <section aria-labelledby="what-next" className="sheet grid gap-3 px-4.5 pt-4.5 pb-5">
        <h2 id="what-next" className="text-lead">
          <Trans>What happens next</Trans>
        </h2>
        <Steps>
          <NextStep title={t`You get a tracking ID`}>{t`Keep it. You can copy, print or share it.`}</NextStep>
          <NextStep title={t`The MDA answers here`}>{t`We notify you when the status changes.`}</NextStep>
          <NextStep title={t`You decide if it is solved`}>{t`Rate the reply, or re-open the ticket.`}</NextStep>
        </Steps>
      </section>
    </aside>
  );
}

function Tick({ name, label, done }: { name: keyof ComplaintValues; label: string; done: boolean }): ReactNode {
  const goTo = (event: MouseEvent) => {
    event.preventDefault();
    document.getElementById(name)?.focus();
  };
  return (
    <li>
      <a
        href={`#${name}`}
        onClick={goTo}
        className="flex min-h-8 items-center gap-2.5 text-ink no-underline hover:underline"
      >
        <span
          aria-hidden="true"
          className={cx(
            'grid size-[1.15rem] shrink-0 place-items-center rounded-full border-2',
            done ? 'border-resolved-mark bg-resolved-mark text-surface' : 'border-line-strong',
          )}
        >
          {done && <Icon name="check" strokeWidth={3.5} className="size-3!" />}
        </span>
        <span className="min-w-0">
          {label}
          {done && (
            <span className="sr-only">
              {' – '}
              <Trans>answered</Trans>
            </span>
          )}
        </span>
      </a>
    </li>
  );
}

function NextStep({ title, children }: { title: string; children: string }): ReactNode {
  return (
    <li>
      <span>
        <b className="block text-ink">{title}</b>
        {children}
      </span>
    </li>
  );
}
