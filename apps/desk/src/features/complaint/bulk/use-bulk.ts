import { call, type Carrier, endpointQuery, newKey, notify, useNavigate, useUpload } from '@baraza/app';
import {
  endBulkRun,
  getBulkRun,
  limit,
  startBulkRun,
  transitionOf,
  type BulkAction,
  type BulkInput,
  type BulkRun,
  type DeskComplaintSummary,
} from '@baraza/contract';
import { evidenceKinds } from '@baraza/ui/lib/media-rules';
import { useMediaFiles } from '@baraza/ui/use-media-files';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useMe } from '../../../lib/api/session.tsx';
import { useEndpoint } from '../../../lib/api/use-endpoint.ts';
import { paths } from '../../../lib/router/paths.ts';
import { refreshDesk, refreshPause } from '../live-desk.ts';
import { notDoneQueue } from '../queues.ts';
import { inputFor, planBulk, type BulkPlan, type BulkValues } from './bulk-plan.ts';
import type { Selection } from './use-selection.ts';

/** Delay before anything that citizens read is sent (seconds), since sent texts cannot be withdrawn. */
export const undoSeconds = 10;
/** How often the progress of a run is read (ms). */
const progressPause = 1_000;

export type BulkMark = 'leftOut' | 'waits' | 'done' | 'failed';

/** Follows the person's run, which the server carries out; `isAway`: something else is on the screen. */
export function useBulkRun(isAway: boolean) {
  const { role } = useMe();
  const client = useQueryClient();
  const own = endpointQuery(getBulkRun);
  const { data: run = null } = useQuery({
    ...own,
    enabled: role === 'officer' || role === 'supervisor',
    refetchInterval: ({ state }) => (state.data && state.data.phase !== 'finished' ? progressPause : refreshPause),
  });
  const [isHidden, setHidden] = useState(false);
  // Kept until it got through, so that a repeated call starts one run.
  const key = useRef(newKey());
  const start = useMutation({
    mutationFn: ({ files, ...input }: Omit<BulkInput, 'id'> & Pick<Carrier, 'files'>) => {
      const body = { id: key.current, ...input };
      if (files.length === 0) return call(startBulkRun, { body });
      const { id, action, text, outcome } = body;
      const [items, also, texts] = [body.items, body.also, body.texts].map((value) => value && JSON.stringify(value));
      return call(startBulkRun, { form: { id, action, text, outcome, items: items!, also, texts }, files: { files } });
    },
    onSuccess: (begun) => {
      key.current = newKey();
      setHidden(false);
      client.setQueryData(own.queryKey, begun);
    },
    onError: notify.failure,
  });
  const end = useEndpoint(endBulkRun, getBulkRun);
  const phase = run?.phase;
  useEffect(() => {
    if (phase === 'finished') refreshDesk(client, []);
  }, [client, phase]);
  const isShown = run !== null && !isHidden && !isAway;
  return {
    /** The run on the screen, and the one behind it. */
    run: isShown ? run : null,
    behind: isShown ? null : run,
    isStarting: start.isPending,
    start: start.mutateAsync,
    end: () => run && end.mutate({ params: { id: run.id } }, { onError: notify.failure }),
    show: (on: boolean) => setHidden(!on),
  };
}

const nothing: BulkPlan<DeskComplaintSummary> = { included: [], leftOut: new Map() };

/** Plans an action on the selected complaints, and has it carried out. */
export function useBulk(selection: Selection, bulkRun: ReturnType<typeof useBulkRun>) {
  const me = useMe();
  const navigate = useNavigate();
  const { run } = bulkRun;
  const [action, choose] = useState<BulkAction | null>(null);
  const [values, setValues] = useState<BulkValues>({ outcome: 'solved' });
  const media = useMediaFiles({ kinds: evidenceKinds, maxBytes: limit.mediaBytes });
  const carry = useUpload(media);
  const plan = action === null ? nothing : planBulk(selection.chosen, action, values, me);
  const leftOut = new Set([...plan.leftOut.values()].flat().map(({ id }) => id));
  const items = new Map(run?.items.map((item) => [item.id, item]));

  const markOf = (id: string): BulkMark | undefined => {
    const item = items.get(id);
    if (item) return markOfItem(item);
    return !run && leftOut.has(id) ? 'leftOut' : undefined;
  };
  return {
    ...bulkRun,
    action,
    values,
    media,
    plan,
    markOf,
    choose,
    set: (changes: BulkValues) => setValues((before) => ({ ...before, ...changes })),
    begin: () => {
      if (action === null) return;
      const items = plan.included.map(({ id, version }) => ({ id, version }));
      const input = { ...inputFor(action, values), items };
      const takesFiles = transitionOf(action).files === true;
      const sending = takesFiles
        ? carry(({ files }) => bulkRun.start({ ...input, files }))
        : bulkRun.start({ ...input, files: [] });
      // The mutation shows why.
      sending.catch(() => undefined);
    },
    /** Selects those that were not done, wherever they are by now. */
    again: () => {
      bulkRun.show(false);
      selection.turn(true);
      selection.choose((run?.items ?? []).filter(({ done }) => !done).map(({ id }) => id));
      navigate(`${paths.queue(notDoneQueue.key)}?run=${run?.id ?? ''}`);
    },
    /** Leaves the selection, and puts away the result that is shown. A run behind it goes on. */
    close: () => {
      if (run) bulkRun.end();
      selection.turn(false);
      media.clear();
      choose(null);
    },
  };
}

export type Bulk = ReturnType<typeof useBulk>;

function markOfItem({ done }: BulkRun['items'][number]): BulkMark {
  if (done === null) return 'waits';
  return done ? 'done' : 'failed';
}
