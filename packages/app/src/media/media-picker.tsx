import { Button, cx } from '@baraza/ui';
import { ACCEPT_IMAGES, ACCEPT_MEDIA } from '@baraza/ui/lib/media-rules';
import type { MediaItem } from '@baraza/ui/use-media-files';
import { t } from '@lingui/core/macro';
import { useRef, useState, type ChangeEvent, type DragEvent, type ReactNode } from 'react';
import { MediaRow, type Taken } from './media-row.tsx';

type MediaPickerProps = {
  items: MediaItem[];
  onAdd: (files: File[]) => void;
  /** Label of the button: Remove, or Dismiss on a refused file. */
  onRemove: (id: string) => void;
  kind: Taken;
  disabled?: boolean;
  /** Called before the file list or camera opens, to save the draft: the phone may close the page for memory. */
  onBeforeOpen?: () => void;
  id?: string;
  labelId?: string;
  describedBy?: string;
};

/** Takes photos, videos and PDFs, and shows the state of each. See `useMediaFiles`. */
export default function MediaPicker(props: MediaPickerProps): ReactNode {
  const { items, onAdd, onRemove, kind, disabled } = props;
  const input = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const [over, setOver] = useState(false);

  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const files = [...event.dataTransfer.files];
    if (!disabled && files.length > 0) onAdd(files);
  };
  const open = (picker: HTMLInputElement | null) => {
    props.onBeforeOpen?.();
    picker?.click();
  };
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])];
    target.value = '';
    if (files.length > 0) onAdd(files);
  };
  const remove = (id: string) => {
    onRemove(id);
    choose.current?.focus();
  };

  return (
    <div role="group" aria-labelledby={props.labelId} aria-describedby={props.describedBy} className="grid gap-2">
      <div
        className={cx(
          'grid justify-items-center gap-2 rounded-1 border-2 border-dashed px-4 py-5 text-center',
          over ? 'border-brand bg-brand-soft' : 'border-line-strong bg-paper',
        )}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <Button
          ref={choose}
          id={props.id}
          icon="image"
          disabled={disabled}
          aria-describedby={props.describedBy}
          onClick={() => open(input.current)}
        >
          {t`Choose files`}
        </Button>
        <Button
          className="not-pointer-coarse:hidden"
          disabled={disabled}
          aria-describedby={props.describedBy}
          onClick={() => open(camera.current)}
        >
          {t`Take a photo`}
        </Button>
        {/* Opened by the buttons above; choosing again adds files, even one that was removed. */}
        <input
          ref={input}
          type="file"
          hidden
          accept={kind === 'image' ? ACCEPT_IMAGES : ACCEPT_MEDIA}
          multiple
          onChange={onChange}
        />
        <input ref={camera} type="file" hidden accept={ACCEPT_IMAGES} capture="environment" onChange={onChange} />
        <p aria-hidden="true" className="text-md text-ink-2 max-m:hidden">
          {t`or drop them here`}
        </p>
      </div>
      {items.length > 0 && (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,8.5rem),1fr))] gap-2">
          {items.map((item) => (
            <MediaRow key={item.id} item={item} kind={kind} onRemove={disabled ? undefined : () => remove(item.id)} />
          ))}
        </ul>
      )}
    </div>
  );
}
