import { Button, cx, Icon, SkeletonList, Table, TextField } from '@baraza/ui';
import { t, plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { endpointQuery, hasWords, Heading, Link, LoadError, usePortal, say } from '@baraza/app';
import { type Contact, listContacts } from '@baraza/contract';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../../lib/router/paths.ts';

export default function SupportPage() {
  const { productName, supportEmail, supportPhone } = usePortal();
  const [open, setOpen] = useState(false);
  return (
    <div className="grid gap-6">
      <div className="grid gap-2">
        <Heading title={t`Customer Support`} />
        <p className="text-ink-2">
          <Trans>
            Write to{' '}
            <a href={`mailto:${supportEmail}`} className="inline-block max-w-full py-1 font-semibold wrap-anywhere">
              <bdi>{supportEmail}</bdi>
            </a>
            .
          </Trans>{' '}
          {supportPhone && (
            <Trans>
              Or call{' '}
              <a
                href={`tel:${supportPhone.replace(/[^+\d]/gu, '')}`}
                className="inline-block max-w-full py-1 font-semibold wrap-anywhere"
              >
                <bdi dir="ltr">{supportPhone}</bdi>
              </a>
              .
            </Trans>
          )}
        </p>
      </div>
      <section className="grid gap-3" aria-labelledby="faq">
        <h2 id="faq">{t`Frequently asked questions`}</h2>
        <div className="sheet divide-y divide-line">
          <Questions />
        </div>
      </section>
      <section className="grid gap-3" aria-labelledby="contact">
        <h2 id="contact">{t`Contacts at each MDA`}</h2>
        <Button
          variant="primary"
          className="justify-self-start"
          aria-expanded={open}
          aria-controls="contacts"
          onClick={() => setOpen(!open)}
        >
          {open ? t`Hide ${productName} Contact` : t`View ${productName} Contact`}
        </Button>
        <div id="contacts">{open && <ContactTable />}</div>
      </section>
    </div>
  );
}

function ContactTable() {
  const contacts = useQuery(endpointQuery(listContacts));
  const [search, setSearch] = useState('');
  if (contacts.isPending) return <SkeletonList label={t`Loading the contacts`} count={3} />;
  if (!contacts.data) return <LoadError title={t`The contacts could not be loaded.`} query={contacts} />;

  const found = contacts.data
    .filter(
      ({ name, phone, email, mda }) =>
        hasWords([name, phone, email, mda, say(mda)].join(' '), search) || phoneMatches(search, phone),
    )
    .map((contact, index) => ({ ...contact, number: index + 1 }));
  return (
    <div className="grid gap-3">
      <div role="search" className="max-w-110">
        <TextField
          label={t`Search by name, phone, email or MDA`}
          type="search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      <p role="status" className="text-md text-ink-2">
        {t`${plural(found.length, { one: '# contact', other: '# contacts' })}`}
      </p>
      <div className="sheet px-4 py-2 m:px-2">
        <Table<Contact & { number: number }>
          caption={t`Customer support contacts`}
          captionHidden
          rows={found}
          rowKey={(row) => `${row.id}-${row.mda}`}
          empty={t`No customer support contacts available.`}
          columns={[
            { header: t`S/N`, narrow: 'hidden', cell: (row) => row.number },
            { header: t`Name`, cell: (row) => <bdi>{row.name ?? '–'}</bdi>, rowHeader: true },
            { header: t`Phone No`, cell: (row) => <ContactLink scheme="tel" text={row.phone} /> },
            {
              header: t`Email Address`,
              narrow: 'end',
              cell: (row) => <ContactLink scheme="mailto" text={row.email} />,
            },
            { header: t`MDA's`, cell: (row) => <bdi>{say(row.mda)}</bdi> },
          ]}
        />
      </div>
    </div>
  );
}

/** "0803 123" finds "+234 (0)803-123…": only digits count. */
function phoneMatches(search: string, phone: string | null): boolean {
  const digits = search.replace(/\D/gu, '');
  return digits.length > 2 && /^[\d\s()+./-]+$/u.test(search) && (phone ?? '').replace(/\D/gu, '').includes(digits);
}

function ContactLink({ scheme, text }: { scheme: 'tel' | 'mailto'; text: string | null }) {
  const isPhone = scheme === 'tel';
  if (!text) return <span className={cx(!isPhone && 'max-m:hidden')}>–</span>;
  return (
    <a
      href={`${scheme}:${isPhone ? text.replace(/[^+\d]/gu, '') : text}`}
      className={cx(
        '-my-3 inline-flex items-center py-3',
        isPhone ? 'whitespace-nowrap' : 'wrap-anywhere max-m:-me-3 max-m:flex max-m:px-3',
      )}
    >
      {!isPhone && <Icon name="mail" className="m:hidden" />}
      <bdi dir="ltr" className={cx(!isPhone && 'max-m:sr-only')}>
        {text}
      </bdi>
    </a>
  );
}

function Question({ question, children }: { question: string; children: ReactNode }) {
  return (
    <details>
      <summary className="flex min-h-12 items-center justify-between gap-4 rounded-2 px-5 py-3 hover:bg-sunken">
        <h3 className="font-body text-base font-semibold">{question}</h3>
        <Icon name="chevron-down" className="text-brand transition-transform" />
      </summary>
      <div className="px-5 pt-1 pb-4 text-ink-2">{children}</div>
    </details>
  );
}

function Questions() {
  const { supportEmail } = usePortal();
  return (
    <>
      <Question question={t`How do I report a complaint?`}>
        <Trans>
          Choose <Link to={paths.newComplaint}>New Complaint</Link>, name the MDA and the category, say what happened,
          where and when, and add photos, videos or a recording if you have any. What you write is kept on this device
          until you send it.
        </Trans>
      </Question>
      <Question question={t`What happens after I submit a complaint?`}>
        <Trans>
          You get a tracking ID at once, and the MDA reads your complaint. It is Pending until an officer starts work on
          it, then Processing, and Resolved when the MDA has answered. You are notified of each step here and by email.
          When it is Resolved you can take a survey, or re-open it and say what is still wrong.
        </Trans>
      </Question>
      <Question question={t`How long does it take to resolve a complaint?`}>
        <Trans>
          That depends on the MDA and on what happened. If the MDA has set itself a deadline, the details of your
          complaint show the day it is due. Time spent waiting for your answer does not count.
        </Trans>
      </Question>
      <Question question={t`Can I submit more than one complaint?`}>
        <Trans>
          Yes, as many as you need. Send one complaint for each matter, so that each can be followed and answered
          separately.
        </Trans>
      </Question>
      <Question question={t`How do I contact customer support?`}>
        <Trans>
          Write to{' '}
          <a href={`mailto:${supportEmail}`}>
            <bdi>{supportEmail}</bdi>
          </a>
          , or find the contacts of each MDA below. Have your tracking ID at hand.
        </Trans>
      </Question>
    </>
  );
}
