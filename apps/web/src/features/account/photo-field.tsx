import { fileMessage, limit, message } from '@baraza/contract';
import { Avatar, Button, buttonClass, FieldError, Icon } from '@baraza/ui';
import { isReadable } from '@baraza/ui/lib/media-rules';
import { t } from '@lingui/core/macro';
import { useEffect, useId, useRef, useState, type ChangeEvent } from 'react';
import { say } from '@baraza/app';

interface PhotoFieldProps {
  readonly id: string;
  readonly label: string;
  readonly photo: File | null;
  readonly onChange: (photo: File | null) => void;
  readonly error?: string;
  readonly name: string;
  readonly current?: string | null;
}

/** Field for choosing a profile photo. A refused file shows the reason and keeps the previous photo. */
export function PhotoField({ id, label, photo, onChange, error, name, current }: PhotoFieldProps) {
  const [refused, setRefused] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const preview = usePreview(photo);
  const hintId = useId();
  const said = refused || error;

  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // Otherwise choosing the same file again after removing it triggers no change event.
    event.target.value = '';
    if (!file) return;
    // Taken until its bytes are read, so that a form saved meanwhile has it.
    onChange(file);
    const problem = await photoProblem(file);
    setRefused(problem ? say(problem) : '');
    if (problem) onChange(photo);
  };
  const remove = () => {
    onChange(null);
    setRefused('');
    input.current?.focus();
  };

  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-4">
        <Avatar name={name} src={preview ?? current} size="l" />
        <div className="grid gap-1.5">
          <span id={`${id}-label`} className="text-md font-semibold">
            {label} <span className="font-normal text-ink-2">{t`(optional)`}</span>
          </span>
          <div className="flex flex-wrap gap-2">
            <label
              className={buttonClass({ size: 's', className: 'min-h-11 cursor-pointer has-focus-visible:outline-3' })}
            >
              <input
                ref={input}
                id={id}
                type="file"
                accept="image/*"
                className="sr-only"
                aria-labelledby={`${id}-label`}
                aria-describedby={hintId}
                onChange={(event) => void choose(event)}
              />
              <Icon name="image" size="s" />
              {photo || current ? t`Change photo` : t`Choose a photo`}
            </label>
            {photo && (
              <Button variant="danger-quiet" onClick={remove}>
                {t`Remove`}
              </Button>
            )}
          </div>
        </div>
      </div>
      <p id={hintId} className="text-sm text-ink-2">
        {photo ? <bdi>{photo.name}</bdi> : t`Any photo (JPEG, PNG, WebP, AVIF, GIF) up to 3 MB.`}
      </p>
      {said && (
        <FieldError id={`${id}-error`} role="alert">
          {said}
        </FieldError>
      )}
    </div>
  );
}

function usePreview(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = file && URL.createObjectURL(file);
    setUrl(made);
    return () => {
      if (made) URL.revokeObjectURL(made);
    };
  }, [file]);
  return url;
}

/** Returns why a file cannot be the photo; undefined if it can. */
export async function photoProblem(file: File): Promise<string | undefined> {
  if (file.size === 0) return fileMessage.empty;
  if (!file.type.startsWith('image/')) return message.photoType;
  if (file.size > limit.photoBytes) return message.photoTooLarge;
  return (await isReadable(file)) ? undefined : fileMessage.unreadable;
}
