import { ActionDialog, areaName, lazyPart, statedFacts, useAreas, useToken } from '@baraza/app';
import { useAskedFields } from '@baraza/app/complaint/asked-fields';
import { unknownMda } from '@baraza/contract';
import { Button, goToField } from '@baraza/ui';
import { plural, t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useComplaintCategories, useMdaChoices } from '../complaint.api.ts';
import { pointOf } from './complaint-values.ts';
import type { ComplaintForm } from './use-complaint-form.ts';

const RichTextView = lazyPart(() => import('@baraza/ui/rich-text-view'));

interface AnswersCheckProps {
  readonly complaint: ComplaintForm;
  readonly level: string;
  /** Contact data that a guest entered. */
  readonly contact?: { readonly contactName: string; readonly contactPhone: string } | undefined;
  /** Called with the field to go to. */
  readonly onChange: (field: string) => void;
}

/** Lists all answers for checking before they are sent; each part can be changed. */
export function AnswersCheck({ complaint, level, contact, onChange }: AnswersCheckProps) {
  const { values } = complaint.form;
  const nameIn = (list: readonly { id: string; name: string }[] | undefined, id: string) =>
    list?.find((one) => one.id === id)?.name ?? '';
  const known = nameIn(useMdaChoices().data, values.mda);
  const mda = values.mda === unknownMda ? t`I don’t know which office` : known;
  const category = nameIn(useComplaintCategories().data, values.category);
  const jurisdiction =
    complaint.jurisdictions.options.find(({ value }) => value === values.mdaJurisdiction)?.label ?? '';
  const files = complaint.media.count + (complaint.recording ? 1 : 0);
  const asked = useAskedFields(values, useToken() === null);
  const place = {
    ...values,
    fields: [],
    area: { name: areaName(useAreas().data, values.area) },
    point: pointOf(values),
  };
  const parts: { field: string; title: string; rows: [string, ReactNode][] }[] = [
    {
      field: 'mda',
      title: t`Who is it about?`,
      rows: [
        [t`MDA`, mda],
        [t`Jurisdiction`, jurisdiction],
        [t`Category`, category],
      ],
    },
    {
      field: 'title',
      title: t`What happened?`,
      rows: [
        [t`Title`, values.title],
        [t`Description`, values.description && <RichTextView html={values.description} />],
        ...statedFacts({ fields: asked }),
      ],
    },
    {
      field: 'location',
      title: t`Where and when?`,
      rows: [...statedFacts(place), [t`When did it happen`, values.incidentDate]],
    },
    {
      field: 'files',
      title: t`Proof, if you have any`,
      rows: [[t`Attachments`, plural(files, { 0: 'None', one: '# file', other: '# files' })]],
    },
    {
      field: 'identity',
      title: t`Who sees your name?`,
      rows: [
        [t`Who sees you`, level],
        [t`Phone`, values.identity === 'confidential' ? '' : values.callPhone],
        [t`Your name`, contact?.contactName],
        [t`Your phone number`, contact?.contactPhone],
      ],
    },
  ];
  return (
    <div className="sheet">
      {parts.map(({ field, title, rows }) => (
        <div key={field} className="flex items-start gap-3 border-line px-5 py-4 not-first:border-t">
          <dl className="grid flex-1 grid-cols-[minmax(0,1fr)] gap-3">
            {rows.map(
              ([label, value]) =>
                value && (
                  <div key={label}>
                    <dt className="text-sm font-semibold text-ink-2">{label}</dt>
                    <dd className="wrap-anywhere">{typeof value === 'string' ? <bdi>{value}</bdi> : value}</dd>
                  </div>
                ),
            )}
          </dl>
          <Button variant="quiet" disabled={complaint.form.pending} onClick={() => onChange(field)}>
            {t`Change`}
            <span className="sr-only"> {title}</span>
          </Button>
        </div>
      ))}
    </div>
  );
}

/** Dialog in which a signed-in citizen checks all answers and sends them. */
export function AnswersDialog({ complaint, onClose }: { complaint: ComplaintForm; onClose: () => void }) {
  const { form } = complaint;
  const level = form.values.identity === 'confidential' ? t`Confidential` : t`Named`;
  return (
    <ActionDialog
      size="l"
      title={t`Check your answers`}
      keep={t`Back`}
      yes={t`Submit Complaint`}
      pending={false}
      onClose={onClose}
      onYes={() => {
        onClose();
        form.onSubmit();
      }}
    >
      <AnswersCheck
        complaint={complaint}
        level={level}
        onChange={(field) => {
          flushSync(onClose);
          goToField(field);
        }}
      />
    </ActionDialog>
  );
}
