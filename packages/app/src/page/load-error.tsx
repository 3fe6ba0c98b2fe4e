import { ApiError, message } from '@baraza/contract';
import { Icon, LoadFailure } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { formatMoment } from '../format/format.ts';
import { errorText, say } from '../language/texts.ts';
import { isDesk } from '../this-app.ts';

interface Query {
  readonly error: unknown;
  readonly data?: unknown;
  /** Set if a copy from an earlier visit may be shown. */
  readonly dataUpdatedAt?: number;
  readonly isFetching: boolean;
}

/** Whether the address is malformed, or of nothing that this person may see. */
function isGone(error: unknown): boolean {
  return !isDesk && error instanceof ApiError && (error.status === 404 || error.status === 400);
}

/** Shows an offline copy's age, or why loading failed and a button to retry. */
export function LoadError({ title, query }: { title: string; query: Query }) {
  const client = useQueryClient();
  // Other failed queries of the screen (the counts beside a list) are retried too.
  const retry = () => client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
  const { data, dataUpdatedAt } = query;
  if (data !== undefined && dataUpdatedAt && query.error instanceof ApiError && query.error.status === 0) {
    return (
      <p role="status" className="flex items-start gap-2.5 text-md text-ink-2">
        <Icon name="phone" size="s" className="mt-0.5" />
        {t`Saved copy from ${formatMoment(new Date(dataUpdatedAt).toISOString())}. It updates when you are back online.`}
      </p>
    );
  }
  return (
    <LoadFailure
      title={title}
      message={isGone(query.error) ? say(message.notFound) : errorText(query.error)}
      retryText={t`Try again`}
      retrying={query.isFetching}
      onRetry={() => void retry()}
    />
  );
}
