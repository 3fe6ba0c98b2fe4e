import { Field } from '@baraza/ui';
import { lazyPart, type useForm } from '@baraza/app';
import type { MediaFiles } from '@baraza/ui/use-media-files';
import { t } from '@lingui/core/macro';
import type { DraftKeeper } from '../draft/draft-keeper.ts';

const MediaPicker = lazyPart(() => import('@baraza/app/media/media-picker'), {
  waiting: <div className="h-[6.75rem] rounded-1 border-2 border-dashed border-line-strong bg-paper" />,
});

interface MediaFieldProps {
  id: string;
  label: string;
  hint: string;
  kind: 'image' | 'media';
  /** The form of the files. Its draft is saved before a picker opens, which may evict the page. */
  drafted: {
    readonly form: Pick<ReturnType<typeof useForm>, 'errors' | 'pending' | 'clearError'>;
    readonly media: MediaFiles;
    readonly keeper: Pick<DraftKeeper, 'flush'>;
  };
}

/** The field for a form's files. */
export function MediaField({ id, label, hint, kind, drafted }: MediaFieldProps) {
  const { form, media, keeper } = drafted;
  return (
    <Field group id={id} label={label} hint={hint} error={form.errors[id]} errorPrefix={t`Error:`}>
      {(control, labelId) => (
        <MediaPicker
          id={control.id}
          labelId={labelId}
          describedBy={control['aria-describedby']}
          kind={kind}
          items={media.items}
          onAdd={(files) => {
            form.clearError(id);
            media.add(files);
          }}
          onRemove={(file) => {
            form.clearError(id);
            media.remove(file);
          }}
          onBeforeOpen={() => void keeper.flush()}
          disabled={form.pending}
        />
      )}
    </Field>
  );
}
