import { Button } from '@baraza/ui';
import { t } from '@lingui/core/macro';

type ShowMoreProps = {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
  size?: 's' | 'm';
  className?: string;
};

/** Fetches the next page of a list; nothing when there is none. */
export function ShowMore({ query, size, className }: ShowMoreProps) {
  if (!query.hasNextPage) return null;
  return (
    <div className={className}>
      <Button
        size={size}
        loading={query.isFetchingNextPage}
        loadingText={t`Loading`}
        onClick={() => void query.fetchNextPage()}
      >
        {t`Show more`}
      </Button>
    </div>
  );
}
