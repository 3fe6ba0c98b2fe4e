import { limit, type Named, unknownMda } from '@baraza/contract';
import { besideEachOther, Field, SelectField, SheetPart, TextField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { afterTouch, lazyPart, LoadError, say, useToken } from '@baraza/app';
import { RichTextInput } from '../../../lib/form/rich-text-input.tsx';
import { useComplaintCategories, useMdaChoices } from '../complaint.api.ts';
import { complaintLabels } from './complaint-values.ts';
import type { ComplaintForm } from './use-complaint-form.ts';

/** Parts of the complaint form shared by signed-in citizens and guests. */
export function ComplaintParts({ complaint }: { complaint: ComplaintForm }): ReactNode {
  const { folds } = complaint;
  if (folds)
    return (
      <>
        {folds.step === 3 && <h2 className="px-4 pt-5 text-h3">{t`Check your answers`}</h2>}
        <PartWhat complaint={complaint} />
        <PartWho complaint={complaint} />
        <PartWhere complaint={complaint} />
        <PartProof complaint={complaint} />
      </>
    );
  return (
    <>
      <PartWho complaint={complaint} />
      <PartWhat complaint={complaint} />
      <PartWhere complaint={complaint} />
      <PartProof complaint={complaint} />
    </>
  );
}

function nameIn(choices: readonly Named[] | undefined, id: string): string | undefined {
  const chosen = choices?.find((choice) => choice.id === id);
  return chosen && say(chosen.name);
}

/** MDA, jurisdiction if the MDA has any, and category. */
function PartWho({ complaint }: { complaint: ComplaintForm }): ReactNode {
  const { form, jurisdictions, folds } = complaint;
  const mdas = useMdaChoices();
  const categories = useComplaintCategories();
  const mda = form.field('mda');
  const line = [
    form.values.mda === unknownMda ? t`I don’t know which office` : nameIn(mdas.data, form.values.mda),
    jurisdictions.options.find(({ value }) => value === form.values.mdaJurisdiction)?.label,
    nameIn(categories.data, form.values.category),
  ];
  return (
    <SheetPart
      number={folds ? 2 : 1}
      title={t`Who is it about?`}
      inert={form.pending}
      fold={folds?.fold('who', line.filter(Boolean).join(' · '))}
    >
      {folds && <PartSuggested form={form} />}
      {mdas.isError && <LoadError title={t`The list of MDAs could not be loaded.`} query={mdas} />}
      <SelectField
        {...mda}
        required
        hint={
          form.values.mda === unknownMda
            ? t`The oversight office finds the right one and tells you.`
            : t`The ministry, department or agency that gave you the service.`
        }
        placeholder={mdas.isPending ? t`Loading` : t`Choose one`}
        options={[
          { value: unknownMda, label: t`I don’t know which office` },
          ...(mdas.data ?? []).map(({ id, name }) => ({ value: id, label: say(name) })),
        ]}
        onChange={(event) => {
          mda.onChange(event);
          form.set('mdaJurisdiction', '');
        }}
      />
      {jurisdictions.failed && (
        <LoadError title={t`The jurisdictions could not be loaded.`} query={jurisdictions.query} />
      )}
      {categories.isError && <LoadError title={t`The categories could not be loaded.`} query={categories} />}
      <div className={besideEachOther}>
        {jurisdictions.options.length > 0 && (
          <SelectField
            {...form.field('mdaJurisdiction')}
            required
            placeholder={t`Choose one`}
            options={jurisdictions.options}
          />
        )}
        <SelectField
          {...form.field('category')}
          required
          placeholder={categories.isPending ? t`Loading` : t`Choose one`}
          options={(categories.data ?? []).map(({ id, name }) => ({ value: id, label: say(name) }))}
        />
      </div>
      {/* Known issues are asked for by MDA, which a phone asks for after the title. */}
      {folds && <PartKnown form={form} />}
      {folds && <PartMore form={form} />}
    </SheetPart>
  );
}

const PartProof = lazyPart(async () => ({ default: (await import('./later-parts.tsx')).PartProof }));
const PartWhere = lazyPart(async () => ({ default: (await import('./later-parts.tsx')).PartWhere }));
const RecorderField = lazyPart(async () => ({ default: (await import('./later-parts.tsx')).RecorderField }), {
  // As high as the field, so that what stands below it does not move.
  waiting: ({ hint }) => (
    <Field group label={complaintLabels().audio} hint={hint}>
      {() => <div className="min-h-11" />}
    </Field>
  ),
});
const asOneWrites = { quiet: true, schedule: afterTouch };
const PartKnown = lazyPart(async () => ({ default: (await import('./part-known.tsx')).PartKnown }), asOneWrites);
const AskedFields = lazyPart(
  async () => ({ default: (await import('@baraza/app/complaint/asked-fields')).AskedFields }),
  asOneWrites,
);
const PartSuggested = lazyPart(
  async () => ({ default: (await import('./part-known.tsx')).PartSuggested }),
  asOneWrites,
);

/** Custom fields of the MDA, in no part of their own: most categories have none. */
function PartMore({ form }: Pick<ComplaintForm, 'form'>): ReactNode {
  return <AskedFields form={form} isGuest={useToken() === null} />;
}

/** Title and description, both optional if there is a recording. */
function PartWhat({ complaint }: { complaint: ComplaintForm }): ReactNode {
  const { form, recording, folds } = complaint;
  const optionalText = recording ? t`(optional)` : undefined;
  return (
    <SheetPart
      number={folds ? 1 : 2}
      title={t`What happened?`}
      inert={form.pending}
      fold={folds?.fold('what', form.values.title || (recording ? t`Spoken statement` : ''))}
    >
      {folds && <RecorderField complaint={complaint} hint={t`Say it in any language. A recording alone is enough.`} />}
      <TextField
        {...form.field('title')}
        required={!recording}
        optionalText={optionalText}
        hint={folds ? undefined : t`At least ${limit.titleMin} characters`}
        maxLength={limit.titleMax}
        autoComplete="off"
      />
      {!folds && <PartKnown form={form} />}
      <RichTextInput
        {...form.field('description')}
        optionalText={optionalText}
        hint={folds ? undefined : t`What were you told, who did you speak to, and what would put it right?`}
        onChange={(html) => form.set('description', html)}
      />
      <p className="text-sm text-ink-2">{t`While you write, your text is sent to the server of this portal, which suggests an office. Nothing is kept there until you submit.`}</p>
      {!folds && <PartSuggested form={form} />}
      {!folds && <PartMore form={form} />}
    </SheetPart>
  );
}
