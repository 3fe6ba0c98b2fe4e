import { ActionDialog, areaName, lazyPart, statedFacts, useAreas } from '@baraza/app';
import { unknownMda } from '@baraza/contract';
import { Button } from '@baraza/ui';
import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import { useComplaintCategories, useMdaChoices } from '../complaint.api.ts';
import { pointOf } from './complaint-values.ts';
import type { ComplaintForm } from './use-complaint-form.ts';

const RichTextView = lazyPart(() => import('@baraza/ui/rich-text-view'));

interface AnswersCheckProps {
  readonly complaint: ComplaintForm;
  readonly level: string;
  /** Contact data that a guest entered. */
  readonly contact?: { readonly contactName: string; readonly contactPhone: string } | undefined;
}

/** Lists all answers for checking before they are sent. */
export function AnswersCheck({ complaint, level, contact }: AnswersCheckProps) {
  const { values } = complaint.form;
  const nameIn = (list: readonly { id: string; name: string }[] | undefined, id: string) =>
    list?.find((one) => one.id === id)?.name ?? '';
  const known = nameIn(useMdaChoices().data, values.mda);
  const mda = values.mda === unknownMda ? t`I don’t know which office` : known;
  const category = nameIn(useComplaintCategories().data, values.category);
  const jurisdiction =
    complaint.jurisdictions.options.find(({ value }) => value === values.mdaJurisdiction)?.label ?? '';
  const files = complaint.media.count + (complaint.recording ? 1 : 0);
  const rows: [string, string][] = [
    [t`MDA`, mda],
    [t`Jurisdiction`, jurisdiction],
    [t`Category`, category],
    [t`Title`, values.title],
    ...statedFacts({ ...values, area: { name: areaName(useAreas().data, values.area) }, point: pointOf(values) }),
    [t`When did it happen`, values.incidentDate],
    [t`Attachments`, files > 0 ? plural(files, { one: '# file', other: '# files' }) : ''],
    [t`Who sees you`, level],
    [t`Phone`, values.identity === 'confidential' ? '' : values.callPhone],
    [t`Your name`, contact?.contactName ?? ''],
    [t`Your phone number`, contact?.contactPhone ?? ''],
  ];
  return (
    <dl className="sheet grid gap-4 p-5">
      {rows
        .filter(([, value]) => value !== '')
        .map(([label, value]) => (
          <div key={label}>
            <dt className="text-sm font-semibold text-ink-2">{label}</dt>
            <dd className="wrap-anywhere">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      {values.description !== '' && (
        <div>
          <dt className="text-sm font-semibold text-ink-2">{t`Description`}</dt>
          <dd>
            <RichTextView html={values.description} />
          </dd>
        </div>
      )}
    </dl>
  );
}

/** Dialog in which a signed-in citizen checks all answers and sends them. */
export function CheckAnswers({ complaint }: { complaint: ComplaintForm }) {
  const [isOpen, setOpen] = useState(false);
  const { form } = complaint;
  const level = form.values.identity === 'confidential' ? t`Confidential` : t`Named`;
  return (
    <div className="px-4 pb-4 m:px-6">
      <Button variant="quiet" icon="eye" className="-ms-2.5" disabled={form.pending} onClick={() => setOpen(true)}>
        {t`Check your answers`}
      </Button>
      {isOpen && (
        <ActionDialog
          size="l"
          title={t`Check your answers`}
          keep={t`Back`}
          yes={t`Submit Complaint`}
          pending={false}
          onClose={() => setOpen(false)}
          onYes={() => {
            setOpen(false);
            form.onSubmit();
          }}
        >
          <AnswersCheck complaint={complaint} level={level} />
        </ActionDialog>
      )}
    </div>
  );
}
