import { Field } from '@baraza/ui/field';
import { ACCEPT_IMAGES, ACCEPT_MEDIA } from '@baraza/ui/lib/media-rules';
import type { MediaFiles } from '@baraza/ui/use-media-files';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { DraftKeeper } from '../draft/draft-keeper.ts';
import { formatSize } from '@baraza/app/format';
import { MediaInput } from './media-input.tsx';
import { mediaTexts } from './media-texts.ts';

interface MediaFieldProps {
  id: string;
  label: string;
  hint: string;
  /** Photos alone, or videos too. */
  kind: 'image' | 'media';
  /** The form that the files belong to. What was chosen is saved before a picker takes the memory. */
  it: {
    readonly form: {
      readonly errors: Readonly<Record<string, string>>;
      readonly pending: boolean;
      readonly clearError: (name: string) => void;
      readonly onSubmit: () => void;
    };
    readonly media: MediaFiles;
    readonly keeper: DraftKeeper;
    readonly upload: { readonly lost: boolean };
  };
}

/** Photos, or photos and videos, that go along with a form. */
export function MediaField({ id, label, hint, kind, it }: MediaFieldProps): ReactNode {
  const { form, media, keeper, upload } = it;
  return (
    <Field group id={id} label={label} hint={hint} error={form.errors[id]} errorPrefix={t`Error:`}>
      {(control, labelId) => (
        <MediaInput
          id={control.id}
          labelId={labelId}
          describedBy={control['aria-describedby']}
          accept={kind === 'image' ? ACCEPT_IMAGES : ACCEPT_MEDIA}
          items={media.items}
          onAdd={(files) => {
            form.clearError(id);
            media.add(files);
          }}
          onRemove={(file) => {
            form.clearError(id);
            media.remove(file);
          }}
          onRetry={upload.lost ? () => form.onSubmit() : undefined}
          onBeforeOpen={() => void keeper.flush()}
          disabled={form.pending}
          formatSize={formatSize}
          texts={mediaTexts(kind)}
        />
      )}
    </Field>
  );
}
