import { lazyPart } from '@baraza/app';
import type { Complaint } from '@baraza/contract';
import { canWithdraw } from '@baraza/contract/complaint/citizen-action';
import { IconButton, Menu, MenuItem } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { share } from '../../../lib/page/share.ts';
import { paths } from '../../../lib/router/paths.ts';

const WithdrawDialog = lazyPart(async () => ({ default: (await import('./step-dialogs.tsx')).WithdrawDialog }));

/** Menu of the rarer actions: print, share the link, withdraw. */
export default function DetailsMenu({ complaint, isGuest }: { complaint: Complaint; isGuest?: boolean }) {
  const { id, title, trackingId } = complaint;
  const [isWithdrawing, setWithdrawing] = useState(false);
  const link = { title, text: t`My complaint ${trackingId}`, path: paths.complaint(id) };
  return (
    <div className="flex items-center gap-2">
      <Menu label={t`More actions`} trigger={(props) => <IconButton {...props} icon="more" label={t`More actions`} />}>
        {(close) => {
          const closeAnd = (act: () => void) => () => {
            close();
            act();
          };
          return (
            <>
              <MenuItem icon="print" onClick={closeAnd(() => window.print())}>
                {t`Print`}
              </MenuItem>
              {!isGuest && (
                <MenuItem icon="share" onClick={closeAnd(() => void share(link))}>
                  {t`Share`}
                </MenuItem>
              )}
              {canWithdraw(complaint) && (
                <MenuItem icon="close" onClick={closeAnd(() => setWithdrawing(true))}>
                  {t`Withdraw complaint`}
                </MenuItem>
              )}
            </>
          );
        }}
      </Menu>
      {isWithdrawing && <WithdrawDialog complaint={complaint} onClose={() => setWithdrawing(false)} />}
    </div>
  );
}
