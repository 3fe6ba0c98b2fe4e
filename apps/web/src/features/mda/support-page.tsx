import { Button } from '@baraza/ui/button';
import { Accordion, AccordionItem } from '@baraza/ui/accordion';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { Heading } from '@baraza/app/page/heading';
import { usePortal } from '@baraza/app/api/portal';
import { ContactTable } from './contact-table.tsx';
import { questions } from './faq.tsx';

export default function SupportPage(): ReactNode {
  const { productName, supportEmail, supportPhone } = usePortal();
  const [open, setOpen] = useState(false);
  return (
    <div className="grid gap-6">
      <div className="grid gap-2">
        <Heading title={t`Customer Support`} />
        {supportEmail && (
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
        )}
      </div>
      <section className="grid gap-3" aria-labelledby="faq">
        <h2 id="faq">{t`Frequently asked questions`}</h2>
        <Accordion>
          {questions(supportEmail).map(({ question, answer }) => (
            <AccordionItem key={question} title={question}>
              {answer}
            </AccordionItem>
          ))}
        </Accordion>
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
