import { FormDialog, notify } from '@baraza/app';
import { languageNames, type LocalNames, otherLanguages, setLocalNames } from '@baraza/contract';
import { TextField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useEndpoint } from '../api/use-endpoint.ts';
import { useEditForm } from './edit-dialog.tsx';

interface LocalNamesProps {
  kind: 'mda' | 'jurisdiction' | 'category';
  of: { readonly id: string; readonly name: string; readonly names: LocalNames; readonly version: number };
  list: Parameters<typeof useEndpoint>[1];
  onClose: () => void;
}

/** Edits what something is called in each other language. */
export function LocalNamesDialog({ kind, of, list, onClose }: LocalNamesProps) {
  const save = useEndpoint(setLocalNames, list);
  const form = useEditForm({
    schema: setLocalNames.body.shape.names,
    of,
    fill: (saved) => Object.fromEntries(otherLanguages.map((language) => [language, saved?.names[language] ?? ''])),
    labels: languageNames,
    prepare: (typed) => Object.fromEntries(Object.entries(typed).filter(([, name]) => name.trim() !== '')),
    submit: async (names, version = 0) => {
      await save.mutateAsync({ params: { kind, id: of.id }, body: { names, version } });
      notify.success(t`Names saved.`);
      onClose();
    },
  });
  return (
    <FormDialog form={form} title={t`${of.name} in other languages`} onClose={onClose}>
      <p className="text-ink-2">{t`Readers of a language without a name here see “${of.name}”.`}</p>
      {otherLanguages.map((language) => (
        <TextField key={language} {...form.field(language)} lang={language} dir="auto" autoComplete="off" />
      ))}
    </FormDialog>
  );
}
