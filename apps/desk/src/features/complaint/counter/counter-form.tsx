import { AskedFields, useAskedFields } from '@baraza/app/complaint/asked-fields';
import MediaPicker from '@baraza/app/media/media-picker';
import { AreaFields, FormProblem, say, statedFacts, SuggestedTargets } from '@baraza/app';
import { counterSources, incidentWindow, type IdentityLevel, limit, statedFactMax } from '@baraza/contract';
import { besideEachOther, Button, Field, SelectField, TextareaField, TextField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useState, type ReactNode } from 'react';
import { toOptions } from '../../../lib/form/to-options.ts';
import { sourceWord } from '../../../lib/format/source-word.ts';
import { useMe } from '../../../lib/api/session.tsx';
import { useComplaintCategories } from '../../../lib/api/use-endpoint.ts';
import { ComplaintsOfNumber, SimilarComplaints } from './known-already.tsx';
import type { Counter } from './use-counter.ts';

/** Names the levels of identity as they are offered at the counter. */
const levelWords = (): Record<IdentityLevel, string> => ({
  named: t`Named: the office may see name and number`,
  confidential: t`Confidential: the office reads a made-up name`,
  anonymous: t`Anonymous: nobody knows, and no number is kept`,
});

/** Collects a complaint for somebody: who, what, where, and the letter. */
export function CounterForm({ counter }: { readonly counter: Counter }): ReactNode {
  const { form, media, mdas, jurisdictions, today } = counter;
  const { values } = form;
  const { role, mda: own } = useMe();
  const categories = useComplaintCategories();
  const [number, setNumber] = useState('');
  const days = incidentWindow(today);
  const optional = { optionalText: t`(optional)`, autoComplete: 'off' };
  const isKnown = values.identity === 'named' || values.identity === 'confidential';
  const isOwn = own !== null && values.mda === own.id;
  return (
    <form noValidate className="grid gap-5" aria-label={t`New complaint`} onSubmit={form.onSubmit}>
      <FormProblem problem={form.problem} />
      <div className="sheet grid gap-4.5 p-5">
        <div className={besideEachOther}>
          <SelectField
            {...form.field('source')}
            required
            options={counterSources.map((source) => ({ value: source, label: sourceWord(source) }))}
          />
          {(values.source === 'letter' || values.source === 'email') && (
            <TextField
              {...form.field('receivedOn')}
              type="date"
              min={days.min}
              max={days.max}
              hint={t`The deadlines count from this day. Empty: today.`}
              {...optional}
            />
          )}
        </div>
        <SelectField
          {...form.field('identity')}
          required
          placeholder={t`Choose one with them`}
          options={Object.entries(levelWords()).map(([value, label]) => ({ value, label }))}
        />
        {isKnown && (
          <div className={besideEachOther}>
            <TextField
              {...form.field('contactName')}
              maxLength={limit.nameMax}
              {...(values.identity === 'named' ? { required: true, autoComplete: 'off' } : optional)}
            />
            <TextField
              {...form.field('contactPhone')}
              type="tel"
              maxLength={40}
              {...optional}
              onBlur={(event) => setNumber(event.target.value.trim())}
            />
          </div>
        )}
        {role !== 'agent' && isKnown && <ComplaintsOfNumber phone={number} />}
      </div>
      <div className="sheet grid gap-4.5 p-5">
        <TextField {...form.field('title')} required maxLength={limit.titleMax} autoComplete="off" />
        {isOwn && <SimilarComplaints text={values.title} />}
        <TextareaField {...form.field('description')} required rows={5} maxLength={limit.textMax} />
        <div className={besideEachOther}>
          <SelectField
            {...form.field('mda')}
            required
            placeholder={t`Choose one`}
            options={toOptions(mdas.data)}
            onChange={({ target }) => {
              form.set('mda', target.value);
              form.set('mdaJurisdiction', '');
            }}
          />
          {jurisdictions.length > 0 && (
            <SelectField
              {...form.field('mdaJurisdiction')}
              required
              placeholder={t`Choose one`}
              options={toOptions(jurisdictions)}
            />
          )}
          <SelectField
            {...form.field('category')}
            required
            placeholder={t`Choose one`}
            options={toOptions(categories.data)}
          />
        </div>
        <SuggestedTargets
          title={values.title}
          description={values.description}
          chosen={{ mda: values.mda, category: values.category }}
          onChoose={(kind, id) => form.set(kind, id)}
        />
        <div className={besideEachOther}>
          <AreaFields
            id={form.id('area')}
            value={values.area}
            onChange={(code) => form.set('area', code)}
            placeholder={t`Choose one`}
            optionalText={t`(optional)`}
            error={form.errors['area']}
          />
          <TextField {...form.field('location')} required maxLength={statedFactMax.location} autoComplete="off" />
          <TextField {...form.field('incidentDate')} type="date" required min={days.min} max={days.max} />
        </div>
        <AskedFields form={form} isGuest />
        <Field group id={form.id('files')} label={t`Photos or scans, PDF, videos`} error={form.errors['files']}>
          {(control, labelId) => (
            <MediaPicker
              id={control.id}
              labelId={labelId}
              kind="media"
              items={media.items}
              onAdd={media.add}
              onRemove={media.remove}
            />
          )}
        </Field>
      </div>
      <Button type="submit" variant="primary" className="justify-self-start">
        {t`Read it back`}
      </Button>
    </form>
  );
}

/** Lists what will be filed, to be read to the person. */
export function ReadBack({ counter }: { readonly counter: Counter }): ReactNode {
  const { form, media, mdas, jurisdictions } = counter;
  const { values } = form;
  const categories = useComplaintCategories();
  const nameIn = (list: readonly { id: string; name: string }[] | undefined, id: string) =>
    say(list?.find((one) => one.id === id)?.name ?? '');
  const isAnonymous = values.identity === 'anonymous';
  const rows: [string, string][] = [
    [t`MDA`, nameIn(mdas.data, values.mda)],
    [t`Jurisdiction`, nameIn(jurisdictions, values.mdaJurisdiction)],
    [t`Category`, nameIn(categories.data, values.category)],
    [t`Subject/Title`, values.title],
    [t`Details/Description`, values.description],
    [t`Where did this happen`, values.location],
    [t`When did it happen`, values.incidentDate],
    ...statedFacts({ fields: useAskedFields(values, true) ?? [] }),
    [t`Who may know who they are?`, levelWords()[values.identity as IdentityLevel]],
    [t`Their name`, isAnonymous ? '' : values.contactName],
    [t`Their telephone number`, isAnonymous ? '' : values.contactPhone],
    [t`How did they reach you?`, sourceWord(values.source as (typeof counterSources)[number])],
    [t`Received on`, values.receivedOn],
    [t`Files`, media.items.map(({ name }) => name).join(', ')],
  ];
  return (
    <dl className="sheet grid gap-3 p-5">
      {rows.map(
        ([label, text]) =>
          text && (
            <div key={label}>
              <dt className="text-sm font-semibold text-ink-2">{label}</dt>
              <dd className="wrap-anywhere whitespace-pre-line">
                <bdi>{text}</bdi>
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}
