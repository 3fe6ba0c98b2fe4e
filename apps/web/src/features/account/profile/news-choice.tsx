import { call, endpointQuery } from '@baraza/app';
import { chooseNewsWays, getUser, type NewsWay, type User } from '@baraza/contract';
import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FailureNotice } from '../../../lib/form/failure-notice.tsx';

/** Asks how news of complaints come. A choice is saved at once. */
export default function NewsChoice({ user, ways }: { user: User; ways: NewsWay[] }) {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (order: NewsWay[]) => call(chooseNewsWays, { body: { ways: order } }),
    onSuccess: (fresh) => client.setQueryData(endpointQuery(getUser).queryKey, fresh),
  });
  const all: { order: NewsWay[]; text: string }[] = [
    { order: ['mail'], text: t`By email` },
    { order: ['mail', 'phone'], text: t`By email, and if it does not arrive, by SMS` },
    { order: ['phone'], text: t`By SMS` },
    { order: ['phone', 'mail'], text: t`By SMS, and if it does not arrive, by email` },
    { order: [], text: t`Only here in the portal` },
  ];
  const orders = all.filter(({ order }) => user.email !== '' || !order.includes('mail'));
  const chosen = String(change.isPending ? change.variables : ways);
  return (
    <>
      <FailureNotice error={change.error} />
      <fieldset>
        <legend className="sr-only">{t`News of your complaints`}</legend>
        <div className="grid gap-1">
          {orders.map(({ order, text }) => (
            <label key={text} className="inline-flex min-h-11 items-center gap-3">
              <input
                type="radio"
                name="news"
                checked={String(order) === chosen}
                onChange={() => change.mutate(order)}
              />
              {text}
            </label>
          ))}
        </div>
      </fieldset>
      <p className="text-ink-2">
        {t`An SMS says only that there is news; you read it here. Codes and warnings about your account always come. Send STOP to our number to end news by SMS, START to get them again.`}
      </p>
    </>
  );
}
