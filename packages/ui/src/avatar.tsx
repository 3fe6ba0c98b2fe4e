import { useState } from 'react';
import { Icon } from './icon.tsx';
import { cx } from './lib/cx.ts';

const sizes = {
  s: 'size-8 text-xs',
  m: 'size-[min(2.25rem,48px)] text-sm',
  l: 'size-18 text-h2',
};

export type AvatarProps = {
  name: string;
  /** The photo. Without one, or if it does not load, initials are shown; without a name, a figure. */
  src?: string | null;
  size?: keyof typeof sizes;
};

/** Shows a person's photo or initials. Decoration: write the name beside it. */
export function Avatar({ name, src, size = 'm' }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const box = cx('shrink-0 rounded-full bg-brand-soft', sizes[size]);
  if (src && failed !== src) {
    return <img src={src} alt="" className={cx(box, 'object-cover')} onError={() => setFailed(src)} />;
  }
  return (
    <span aria-hidden="true" className={cx(box, 'grid place-items-center font-display font-bold text-brand-soft-ink')}>
      {name.trim() === '' ? <Icon name="user" className="size-1/2!" /> : initialsOf(name)}
    </span>
  );
}

/** Returns the initials of the first and last word, with their marks: ẹ̀ stays whole. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const picked = words.length > 1 ? [words[0], words[words.length - 1]] : words;
  // A letter with its marks, without Intl.Segmenter, which some browsers lack.
  return picked
    .map((word) => /^\P{M}\p{M}*/u.exec(word ?? '')?.[0] ?? '')
    .join('')
    .toLocaleUpperCase();
}
