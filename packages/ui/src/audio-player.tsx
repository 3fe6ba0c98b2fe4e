import { useEffect, useRef, useState } from 'react';
import { Icon } from './icon.tsx';
import { cx } from './lib/cx.ts';

export type PlayerTexts = { play: string; pause: string; seek: string };

export type AudioPlayerProps = {
  /** Where the sound is; or the sound itself. */
  src?: string;
  blob?: Blob;
  seconds?: number;
  texts: PlayerTexts;
  className?: string;
};

/** Plays a recording: the browser's own player under our look. Time runs left to right in every language. */
export function AudioPlayer({ src, blob, seconds = 0, texts, className }: AudioPlayerProps) {
  const audio = useRef<HTMLAudioElement>(null);
  const [playing, setPlaying] = useState(false);
  const [at, setAt] = useState(0);
  const [length, setLength] = useState(seconds);

  useEffect(() => {
    const element = audio.current;
    if (!blob || !element) return;
    const url = URL.createObjectURL(blob);
    element.src = url;
    setAt(0);
    return () => {
      element.removeAttribute('src');
      URL.revokeObjectURL(url);
    };
  }, [blob]);
  useEffect(() => setLength(seconds), [seconds]);

  const toggle = () => {
    const element = audio.current;
    if (!element) return;
    // A refusal (no sound device, file gone) leaves the button at Play.
    if (element.paused) element.play().catch(() => setPlaying(false));
    else element.pause();
  };
  const whole = Math.max(length, 0.1);
  return (
    <div dir="ltr" className={cx('flex items-center gap-3', className)}>
      {/* A person speaks, and nobody has written it down: there are no captions to give. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <audio
        ref={audio}
        src={src}
        preload="metadata"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onTimeUpdate={(event) => setAt(event.currentTarget.currentTime)}
        onDurationChange={(event) => {
          const known = event.currentTarget.duration;
          if (Number.isFinite(known)) setLength(known);
        }}
      />
      <button
        type="button"
        aria-label={playing ? texts.pause : texts.play}
        onClick={toggle}
        className="grid size-11 shrink-0 place-items-center rounded-full bg-brand text-on-brand hover:bg-brand-hover"
      >
        <Icon name={playing ? 'pause' : 'play'} fill={playing ? 'none' : 'currentColor'} />
      </button>
      <input
        type="range"
        min={0}
        max={whole}
        step={0.1}
        value={Math.min(at, whole)}
        aria-label={texts.seek}
        aria-valuetext={`${clockTime(at)} / ${clockTime(length)}`}
        onChange={(event) => {
          const to = Number(event.target.value);
          setAt(to);
          if (audio.current) audio.current.currentTime = to;
        }}
        className="h-6 min-w-0 flex-1 cursor-pointer accent-brand"
      />
      <span className="text-md font-semibold tabular-nums">{clockTime(playing || at > 0 ? at : length)}</span>
    </div>
  );
}

/** Seconds as m:ss, in Latin digits for every language. */
export function clockTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
