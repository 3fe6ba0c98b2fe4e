import { ApiError } from '@baraza/contract/core/error';
import { message } from '@baraza/contract/core/message';
import { LoadFailure } from '@baraza/ui/notice';
import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText, say } from '../texts.ts';
import { isDesk } from '../this-app.ts';

interface Query {
  readonly error: unknown;
  readonly isFetching: boolean;
}

/** An address that names nothing, or nothing of this citizen's; one that cannot name anything counts as well. */
function isGone(error: unknown): boolean {
  return !isDesk && error instanceof ApiError && (error.status === 404 || error.status === 400);
}

/** Shows why something could not be loaded, and a way to try again. */
export function LoadError({ title, query }: { title: string; query: Query }): ReactNode {
  const client = useQueryClient();
  // What else on the screen failed with it (the counts beside a list) is asked for again too.
  const retry = () => client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
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
