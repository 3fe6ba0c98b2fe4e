import { type FieldOfComplaint, limit, listAskedFields, unknownMda } from '@baraza/contract';
import { SelectField, TextField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { endpointQuery } from '../api/client.ts';

type Chosen = Readonly<Record<'mda' | 'category' | 'fields', string>>;

interface AskedForm {
  readonly values: Chosen;
  readonly errors: Readonly<Record<string, string>>;
  readonly set: (name: 'fields', value: string) => void;
  readonly clearError: (name: string) => void;
}

/** Returns the custom fields of the chosen MDA and category with what was entered. Guests are asked nothing personal. */
export function useAskedFields({ mda, category, fields }: Chosen, isGuest: boolean): FieldOfComplaint[] | undefined {
  const isKnown = mda !== '' && mda !== unknownMda;
  const { data } = useQuery({
    ...endpointQuery(listAskedFields, { params: { id: mda } }),
    enabled: isKnown,
    staleTime: 5 * 60_000,
  });
  const entered = JSON.parse(fields || '{}') as Record<string, string>;
  if (!isKnown) return [];
  return data
    ?.filter((field) => field.category === category && !(field.personal && isGuest))
    .map((field) => ({ ...field, asked: true, active: true, value: entered[field.id] || null }));
}

/** Asks for the custom fields of the chosen MDA and category. */
export function AskedFields({ form, isGuest }: { readonly form: AskedForm; readonly isGuest: boolean }): ReactNode {
  const asked = useAskedFields(form.values, isGuest);
  const written = (fields: readonly FieldOfComplaint[]) => {
    const filled = fields.filter(({ value }) => value !== null).map(({ id, value }) => [id, value]);
    return filled.length > 0 ? JSON.stringify(Object.fromEntries(filled)) : '';
  };
  // What was entered for another category is not sent.
  const kept = asked && written(asked);
  useEffect(() => {
    if (kept !== undefined && kept !== form.values.fields) form.set('fields', kept);
  });
  if (!asked?.length) return null;
  return (
    <fieldset className="grid gap-4.5">
      <legend className="mb-3 font-semibold">{t`More about it`}</legend>
      {asked.map(({ id, name, type, options, value }) => {
        const props = {
          id: `field-${id}`,
          label: name,
          optionalText: t`(optional)`,
          value: value ?? '',
          error: form.errors[`fields.${id}`],
          errorPrefix: t`Error:`,
          onChange: ({ target }: { target: { value: string } }) => {
            form.clearError(`fields.${id}`);
            form.set(
              'fields',
              written(asked.map((field) => (field.id === id ? { ...field, value: target.value || null } : field))),
            );
          },
        };
        if (type === 'list')
          return (
            <SelectField
              key={id}
              {...props}
              placeholder={t`Choose one`}
              options={options.map((option) => ({ value: option.id, label: option.name }))}
            />
          );
        return (
          <TextField
            key={id}
            {...props}
            type={type === 'date' ? 'date' : 'text'}
            inputMode={type === 'number' ? 'decimal' : undefined}
            maxLength={limit.customTextMax}
            autoComplete="off"
          />
        );
      })}
    </fieldset>
  );
}
