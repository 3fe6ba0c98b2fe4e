import { useId, useImperativeHandle, useRef, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import { FieldError } from './fields.tsx';
import { eraseAt, firstEmpty, isComplete, toBoxes, toValue, typeAt, typedText, type Boxes } from './lib/otp.ts';
import { cx } from './lib/cx.ts';

export type OtpInputProps = {
  label: ReactNode;
  boxLabel: (box: number, of: number) => string;
  /** The code typed so far; a space stands for an empty box. Set it to '' to clear. */
  value: string;
  onChange: (value: string) => void;
  onComplete: (code: string) => void;
  length?: number;
  error?: ReactNode;
  errorPrefix?: string;
  disabled?: boolean;
  /** `focus()` goes to the first empty box. */
  ref?: Ref<{ focus: () => void }>;
};

/** Renders a one-time code as boxes: typing moves on, Backspace goes back, a pasted code fills all. */
export function OtpInput(props: OtpInputProps) {
  const { label, boxLabel, value, onChange, onComplete, length = 6, error, errorPrefix, disabled, ref } = props;
  const id = useId();
  const inputs = useRef<Array<HTMLInputElement | null>>([]);
  const boxes = toBoxes(value, length);
  const go = (at: number) => inputs.current[at]?.focus();
  useImperativeHandle(ref, () => ({ focus: () => go(firstEmpty(toBoxes(value, length)) ?? 0) }));

  const take = (next: { boxes: Boxes; focus: number } | null) => {
    if (!next || disabled) return;
    const changed = toValue(next.boxes);
    go(next.focus);
    if (changed === value) return;
    onChange(changed);
    if (isComplete(next.boxes)) onComplete(changed);
  };

  const onKeyDown = (event: KeyboardEvent, at: number) => {
    const rtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    if (event.key === 'Backspace') {
      event.preventDefault();
      take(eraseAt(boxes, at));
    } else if (event.key === 'ArrowLeft') go(rtl ? at + 1 : at - 1);
    else if (event.key === 'ArrowRight') go(rtl ? at - 1 : at + 1);
  };

  return (
    <div className="grid gap-3">
      <p id={`${id}-label`}>{label}</p>
      {error && (
        <FieldError id={`${id}-error`} prefix={errorPrefix} role="alert">
          {error}
        </FieldError>
      )}
      <div
        role="group"
        aria-labelledby={`${id}-label`}
        aria-describedby={error ? `${id}-error` : undefined}
        dir="ltr"
        className="flex justify-center gap-2"
      >
        {boxes.map((digit, i) => (
          <input
            // A box has no identity but its place.
            // oxlint-disable-next-line react/no-array-index-key
            key={i}
            ref={(node) => {
              inputs.current[i] = node;
            }}
            inputMode="numeric"
            pattern="[0-9]*"
            autoComplete={i === 0 ? 'one-time-code' : 'off'}
            aria-label={boxLabel(i + 1, length)}
            aria-invalid={error ? true : undefined}
            readOnly={disabled}
            value={digit}
            onChange={(event) => take(typeAt(boxes, i, typedText(digit, event.target.value)))}
            onPaste={(event) => {
              event.preventDefault();
              take(typeAt(boxes, i, event.clipboardData.getData('text')));
            }}
            onKeyDown={(event) => onKeyDown(event, i)}
            onFocus={(event) => event.target.select()}
            onMouseUp={() => go(firstEmpty(boxes) ?? i)}
            className={cx(
              'control min-h-14 max-w-11 min-w-0 flex-1 px-0 text-center font-display text-h2 font-bold',
              i === length / 2 - 1 && 'me-2',
            )}
          />
        ))}
      </div>
    </div>
  );
}
