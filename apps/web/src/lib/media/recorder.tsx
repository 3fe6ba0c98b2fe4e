import { formatSize } from '@baraza/app';
import { Button, cx, Notice } from '@baraza/ui';
import { isRefusal, startRecording, type Recorded, type Recording } from '@baraza/ui/lib/recording';
import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';

type RecorderProps = {
  value: Recorded | null;
  onChange: (value: Recorded | null) => void;
  /** Called before the microphone opens, to save the draft: the phone may close the page for memory. */
  onBeforeStart?: () => void | Promise<void>;
  disabled?: boolean;
  labelId?: string;
  describedBy?: string;
};

const LIMIT_SECONDS = 300;
const WARN_SECONDS = 270;
type State = 'idle' | 'asking' | 'recording' | 'stopping';

/** Records a spoken statement, plays and clears it; a new recording replaces the old one. */
export default function Recorder(props: RecorderProps) {
  const { value, onChange, onBeforeStart, disabled, labelId, describedBy } = props;
  const [state, setState] = useState<State>('idle');
  const [seconds, setSeconds] = useState(0);
  const [problem, setProblem] = useState<'refused' | 'failed' | null>(null);
  const running = useRef<Recording>(null);
  const gone = useRef(false);
  const level = useRef<HTMLProgressElement>(null);

  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
      running.current?.cancel();
    };
  }, []);

  const stop = async () => {
    const recording = running.current;
    if (!recording) return;
    running.current = null;
    setState('stopping');
    const made = await recording.stop();
    if (gone.current) return;
    setState('idle');
    if (made.seconds > 0) onChange(made);
    else setProblem('failed');
  };

  const onPiece = (now: number, loud: number) => {
    if (level.current) level.current.value = Math.sqrt(loud);
    setSeconds(Math.floor(now));
    if (now >= LIMIT_SECONDS) void stop();
  };

  const start = async () => {
    setProblem(null);
    setSeconds(0);
    setState('asking');
    try {
      await onBeforeStart?.();
      const recording = await startRecording(onPiece);
      if (gone.current) return recording.cancel();
      running.current = recording;
      setState('recording');
    } catch (error) {
      setState('idle');
      setProblem(isRefusal(error) || !navigator.mediaDevices ? 'refused' : 'failed');
    }
  };

  const on = state === 'recording' || state === 'stopping';
  return (
    <div role="group" aria-labelledby={labelId} aria-describedby={describedBy} className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-1 border-line bg-paper m:border m:p-3 max-m:bg-transparent">
        {on && (
          <>
            <span className="inline-flex items-center gap-2 font-semibold">
              <span aria-hidden="true" className="size-3 animate-pulse rounded-full bg-danger" />
              {t`Recording`}
            </span>
            <progress ref={level} value={0} aria-hidden="true" className="bar h-3 min-w-24 flex-1" />
            <span className="font-semibold tabular-nums">{clockTime(seconds)}</span>
          </>
        )}
        {!on && value && (
          <>
            <Player blob={value.blob} labelId={labelId} />
            <span className="text-md text-ink-2 tabular-nums">{formatSize(value.blob.size)}</span>
          </>
        )}
        <Button
          size="s"
          disabled={disabled}
          loading={state === 'asking' || state === 'stopping'}
          loadingText={state === 'asking' ? t`Asking for the microphone` : undefined}
          onClick={() => void (on ? stop() : start())}
          className="min-h-11"
        >
          <span aria-hidden="true" className={cx('size-3 bg-danger', on ? 'rounded-[2px]' : 'rounded-full')} />
          {on ? t`Stop Recording` : t`Start Recording`}
        </Button>
        {!on && value && (
          <Button
            size="s"
            variant="danger-quiet"
            disabled={disabled}
            onClick={() => onChange(null)}
            className="min-h-11"
          >
            {t`Clear`}
          </Button>
        )}
      </div>
      <p role="status" className={cx(seconds >= WARN_SECONDS && on ? 'font-semibold text-danger-ink' : 'sr-only')}>
        {on
          ? seconds >= WARN_SECONDS
            ? t`Recording stops at 5:00.`
            : t`Recording`
          : value
            ? t`The recording is ready.`
            : ''}
      </p>
      {problem && (
        <Notice tone="danger" role="alert">
          {problem === 'refused'
            ? t`Please grant permission to use the microphone.`
            : t`The microphone does not work. You can type instead.`}
        </Notice>
      )}
    </div>
  );
}

function Player({ blob, labelId }: { blob: Blob; labelId: string | undefined }) {
  const audio = useRef<HTMLAudioElement>(null);
  useEffect(() => {
    const url = URL.createObjectURL(blob);
    if (audio.current) audio.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [blob]);
  return (
    // Nobody has written down what the person says, so there are no captions.
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    <audio ref={audio} controls preload="metadata" aria-labelledby={labelId} className="h-11 min-w-48 flex-1" />
  );
}

/** Formats seconds as m:ss, in Latin digits for every language. */
export function clockTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
