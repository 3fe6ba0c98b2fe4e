import { errorText, Link } from '@baraza/app';
import { type ComplaintLink, isOpen } from '@baraza/contract';
import { Notice } from '@baraza/ui';
import { plural, t } from '@lingui/core/macro';
import { useState, type ReactNode } from 'react';
import { useMe } from '../../../lib/api/session.tsx';
import { useDebounced } from '../../../lib/list/use-debounced.ts';
import { paths } from '../../../lib/router/paths.ts';
import { searchQueue } from '../queues.ts';
import { useCaller, useSimilarToText } from './counter.api.ts';

/** Characters of a text before similar complaints are looked for. */
const leastText = 12;

/** Shows complaints of the own MDA like the text that is being written. */
export function SimilarComplaints({ text }: { text: string }): ReactNode {
  const settled = useDebounced(text.trim());
  const { data = [] } = useSimilarToText(settled, settled.length >= leastText);
  if (data.length === 0) return null;
  return <Links title={t`Similar complaints of your MDA`} links={data.slice(0, 3)} />;
}

/** Shows how many open complaints of the own MDA have this number; never a name. */
export function ComplaintsOfNumber({ phone }: { phone: string }): ReactNode {
  const { data, error } = useCaller(phone);
  if (error) return <p className="text-sm text-ink-2">{errorText(error)}</p>;
  if (!data) return null;
  const open = data.filter(({ state }) => isOpen(state));
  const title = t`${plural(open.length, {
    one: '# open complaint of your MDA has this number',
    other: '# open complaints of your MDA have this number',
  })}`;
  return open.length === 0 ? null : <Links title={title} links={open} />;
}

/** Offers to look for complaints by the number that was searched for. */
export function CallerSearch({ q }: { q: string }): ReactNode {
  const { mda } = useMe();
  const [asked, setAsked] = useState('');
  const { data, error, isFetching } = useCaller(asked === q ? q : '');
  if (mda === null) return null;
  if (asked === q && error) return <Notice tone="danger">{errorText(error)}</Notice>;
  if (asked === q && data) {
    const title = t`${plural(data.length, {
      0: 'No named complaint of your MDA has this number.',
      one: 'One complaint has this number. The name is hidden.',
      other: '# complaints have this number. The names are hidden.',
    })}`;
    return <Links title={title} links={data} />;
  }
  return (
    <button type="button" className="link text-start" disabled={isFetching} onClick={() => setAsked(q)}>
      {t`Look for this telephone number. It is recorded, and possible ten times an hour.`}
    </button>
  );
}

function Links({ title, links }: { readonly title: string; readonly links: readonly ComplaintLink[] }) {
  return (
    <div role="status">
      <Notice title={title}>
        <ul>
          {links.map(({ id, trackingId, title: about }) => (
            <li key={id}>
              <Link to={paths.complaint(searchQueue.key, id)}>
                <span className="mono">{trackingId}</span> <bdi>{about}</bdi>
              </Link>
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}
