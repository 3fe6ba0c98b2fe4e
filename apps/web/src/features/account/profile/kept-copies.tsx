import { formatSize, savesData } from '@baraza/app';
import { t } from '@lingui/core/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { copies, keepConfidential, keepsConfidential } from '../../../lib/api/saved-copies.ts';
import { values } from '../../../lib/device/storage.ts';

/** Shows how much this device keeps of the account, and asks about confidential complaints. */
export default function KeptCopies() {
  const { data, refetch } = useQuery({
    queryKey: ['kept copies'],
    queryFn: async () => ({
      bytes: (await values(copies)).reduce<number>((sum, copy) => sum + JSON.stringify(copy).length, 0),
      isAllowed: await keepsConfidential(),
    }),
    gcTime: 0,
    persister: undefined,
  });
  const change = useMutation({ mutationFn: keepConfidential, onSettled: () => refetch() });
  if (data === undefined) return null;
  const size = formatSize(data.bytes);
  return (
    <>
      <p className="text-ink-2">{t`Until you log out, this device keeps ${size} of what you read here, to show it offline.`}</p>
      {!savesData() && (
        <label className="inline-flex min-h-11 items-center gap-3">
          <input type="checkbox" checked={data.isAllowed} onChange={(event) => change.mutate(event.target.checked)} />
          {t`Also keep confidential complaints that I have not opened here`}
        </label>
      )}
    </>
  );
}
