import { LoadFailure } from '@baraza/ui/notice';
import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '../i18n/texts.ts';

interface Query {
  readonly error: unknown;
  readonly isFetching: boolean;
}

/** Shows why something could not be loaded, and a way to try again. */
export function LoadError({ title, query }: { title: string; query: Query }): ReactNode {
  const client = useQueryClient();
  // What else on the screen failed with it (the counts beside a list) is asked for again too.
  const retry = () => client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
  return (
    <LoadFailure
      title={title}
      message={errorText(query.error)}
      retryText={t`Try again`}
      retrying={query.isFetching}
      onRetry={() => void retry()}
    />
  );
}
