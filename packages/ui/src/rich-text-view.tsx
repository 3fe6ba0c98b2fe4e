import './css/rich-text.css';
import { useLayoutEffect, useRef } from 'react';
import { cx } from './lib/cx.ts';
import { cleanForView } from './lib/purify.ts';

/** Shows rich text of others, sanitised here too. Load it lazily: the sanitiser is large. */
export default function RichTextView({ html, className }: { html: string; className?: string }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => box.current?.replaceChildren(cleanForView(html)), [html]);
  return <div ref={box} dir="auto" className={cx('rich-text', className)} />;
}
