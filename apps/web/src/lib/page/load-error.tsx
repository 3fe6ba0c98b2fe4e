import { ApiError } from '@baraza/contract/core/error';
import { message } from '@baraza/contract/core/message';
import { LoadFailure } from '@baraza/ui/notice';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { errorText, say } from '../i18n/texts.ts';

interface Query {
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

/** An address that names nothing, or nothing of this person's; one that cannot name anything counts as well. */
function isGone(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400);
}

/** In the place of what could not be loaded: the server's message and a way to try again. */
export function LoadError({ title, query }: { title: string; query: Query }): ReactNode {
  return (
    <LoadFailure
      title={title}
      message={isGone(query.error) ? say(message.notFound) : errorText(query.error)}
      retryText={t`Try again`}
      retrying={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  );
}
