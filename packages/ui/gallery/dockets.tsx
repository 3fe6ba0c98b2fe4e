import type { ReactNode } from 'react';
import { Button, buttonClass, CopyButton, Docket, docketTitleClass, Flag, Icon, StatusPill, Thread } from '@baraza/ui';
import { words } from './texts.ts';

const samples = [
  ['Resolved', 'Delayed Approvals', 'Passport renewal delayed for six weeks', 'Travel Documents Office', '7F3K92'],
  ['Processing', 'Illegal Duty', 'Asked to pay an unofficial fee', 'Road Authority', '9QX4M1'],
  ['Pending', 'Billing/Payment', 'Charged twice for water in March', 'National Water', 'B8D2T6'],
  ['Canceled', 'Poor Service', 'Clinic closed during opening hours', 'Ministry of Health', '2HV7R5'],
  ['On hold', 'Others', 'A status nobody told us about', 'Lands Office', '2HV7R6'],
] as const;

/** A tracking ID with words as the apps give it. */
function SampleId({ id }: { id: string }) {
  const label = `Copy tracking ID ${id}`;
  return (
    <span className="inline-flex items-center">
      <span className="mono">{id}</span>
      <CopyButton value={id} label={label} copiedText="Copied" failedText="Press Ctrl+C" />
    </span>
  );
}

export function Dockets(): ReactNode {
  return (
    <ul className="grid gap-3.5">
      {samples.map(([status, category, title, mda, id]) => (
        <li key={id}>
          <Docket
            status={status}
            aria-labelledby={`t-${id}`}
            eyebrow={category}
            title={
              <h3 id={`t-${id}`}>
                <a href="#top" className={docketTitleClass}>
                  {title}
                </a>
              </h3>
            }
            place={mda}
            thread={<Thread status={status} label="Progress" words={words} />}
            pill={<StatusPill status={status} />}
            flag={
              status === 'Processing' && (
                <Flag>
                  <Icon name="reply" size="s" />
                  New reply
                </Flag>
              )
            }
            facts={[
              { label: 'Tracking ID', value: <SampleId id={`SDP-24-${id}`} /> },
              { label: 'Submitted', value: '2024-05-02 · 6 days ago' },
            ]}
            open={
              <a href="#top" className={buttonClass({ variant: 'quiet', size: 's' })}>
                View Details<span className="sr-only">: {title}</span>
              </a>
            }
            action={
              status === 'Resolved' && (
                <Button variant="quiet" size="s" className="max-m:min-h-11">
                  Take survey
                </Button>
              )
            }
          />
        </li>
      ))}
    </ul>
  );
}
