import { Icon } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useLocation, useNavigate, useSearchParams } from '@baraza/app';
import { paths } from '../../../lib/router/paths.ts';
import { useShortcuts } from '../../../lib/shortcut/shortcuts.ts';
import { useMe } from '../../../lib/api/session.tsx';
import { firstQueueOf, searchQueue } from '../queues.ts';

const pauseMs = 300;
/** Searches complaints by tracking ID, its last six characters, name or words. Results have an address. */
export function SearchBox() {
  const navigate = useNavigate();
  const { role } = useMe();
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const searching = pathname.startsWith(paths.queue(searchQueue.key));
  const searched = searching ? (params.get('q') ?? '') : '';
  const [text, setText] = useState(searched);
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef(0);
  const sent = useRef(searched);

  useEffect(() => {
    // Shows the words of an address that changed by Back or a link. An own change must not overwrite newer typing.
    if (searched !== sent.current) setText(searched);
    sent.current = searched;
  }, [searched]);
  useEffect(() => () => clearTimeout(timer.current), []);
  useShortcuts({
    '/': () => {
      input.current?.focus();
      input.current?.select();
    },
  });

  const go = (q: string) => {
    clearTimeout(timer.current);
    if (q.trim() === searched.trim()) return;
    sent.current = q.trim();
    const results = `${paths.queue(searchQueue.key)}?q=${encodeURIComponent(q.trim())}`;
    navigate(q.trim() ? results : paths.queue(firstQueueOf(role)), { replace: searching });
  };
  const type = (q: string) => {
    setText(q);
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => go(q), pauseMs);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    go(text);
  };

  return (
    <form role="search" className="relative" onSubmit={submit}>
      <Icon name="search" className="pointer-events-none absolute start-2.5 top-1/2 -translate-y-1/2" />
      <input
        ref={input}
        type="search"
        className="control min-h-9 py-1 ps-9.5 text-[max(0.9375rem,16px)] max-m:min-h-11"
        dir="auto"
        maxLength={100}
        aria-label={t`Search complaints`}
        placeholder={t`Search by tracking ID, name or words`}
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          // The browser would empty the field. Escape only leaves it and keeps the results.
          event.preventDefault();
          event.currentTarget.blur();
        }}
      />
    </form>
  );
}
