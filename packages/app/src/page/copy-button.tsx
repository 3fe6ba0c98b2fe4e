import { buttonClass, cx, Icon } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useEffect, useImperativeHandle, useState, type Ref, type RefObject } from 'react';

/** Allows other code to copy, such as a keyboard shortcut. */
export type CopyHandle = { copy: () => void };

type CopyButtonProps = {
  value: string;
  /** The full name: "Copy tracking ID SDP-24-7F3K92". */
  label: string;
  /** Said when copying fails and nothing is selected. */
  failedText?: string;
  /** Selected when copying fails, so that it can be copied by hand. */
  target?: RefObject<HTMLElement | null>;
  /** Text of a full-size button; without it, only the icon is shown. */
  text?: string;
  ref?: Ref<CopyHandle>;
};

/** Copies a text and confirms that for two seconds; if copying fails, selects the text instead. */
export function CopyButton({ value, label, failedText, target, text, ref }: CopyButtonProps) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), 2000);
    return () => clearTimeout(timer);
  }, [state]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setState('copied');
    } catch {
      if (target?.current) getSelection()?.selectAllChildren(target.current);
      setState('failed');
    }
  };

  useImperativeHandle(ref, () => ({ copy: () => void copy() }));

  const statement = { idle: '', copied: t`Copied`, failed: failedText ?? t`Press and hold to copy` }[state];
  return (
    <span className={cx('inline-flex items-center print:hidden', text && statement && 'gap-x-2')}>
      <button
        type="button"
        aria-label={label}
        title={label}
        onClick={() => void copy()}
        className={
          text
            ? buttonClass()
            : cx(
                'inline-grid size-[min(1.75rem,40px)] shrink-0 place-items-center rounded-1 hover:bg-sunken',
                state === 'copied' && 'text-resolved-mark',
              )
        }
      >
        <Icon name={state === 'copied' ? 'check' : 'copy'} size={text ? undefined : 's'} />
        {text}
      </button>
      <span role="status" className="text-sm font-semibold text-ink-2">
        {statement}
      </span>
    </span>
  );
}
