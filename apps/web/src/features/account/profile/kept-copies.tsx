import { formatSize } from '@baraza/app';
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { copies } from '../../../lib/api/saved-copies.ts';
import { values } from '../../../lib/device/storage.ts';

/** Says how much of the account is kept on this device. */
export default function KeptCopies() {
  const { data: bytes } = useQuery({
    queryKey: ['kept copies'],
    queryFn: async () => (await values(copies)).reduce<number>((sum, copy) => sum + JSON.stringify(copy).length, 0),
    gcTime: 0,
    persister: undefined,
  });
  if (bytes === undefined) return null;
  const size = formatSize(bytes);
  return (
    <p className="text-ink-2">{t`Until you log out, this device keeps ${size} of what you read here, to show it offline.`}</p>
  );
}
