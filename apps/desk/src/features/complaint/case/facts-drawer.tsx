import type { DeskComplaint } from '@baraza/contract';
import { Button } from '@baraza/ui/button';
import { Drawer } from '@baraza/ui/drawer';
import { IconButton } from '@baraza/ui/icon-button';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { useNow } from '../../../lib/use-now.ts';
import { CaseFacts } from './case-facts.tsx';
import type { OpenDialog } from '../transition/dialogs.tsx';
import type { Acts } from '../transition/use-acts.ts';

type FactsDrawerProps = { complaint: DeskComplaint; acts: Acts; onDialog: (dialog: OpenDialog) => void };

/** Shows the facts in a drawer where they have no column. */
export function FactsDrawer({ onDialog, ...props }: FactsDrawerProps): ReactNode {
  const [open, setOpen] = useState(false);
  const now = useNow();
  // The dialog of a step stands in the place of the drawer.
  const go = (dialog: OpenDialog) => {
    setOpen(false);
    onDialog(dialog);
  };
  return (
    <>
      <Button size="s" icon="info" className="xl:hidden" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span className="max-l:sr-only">
          <Trans>Facts</Trans>
        </span>
      </Button>
      <Drawer open={open} onClose={() => setOpen(false)} label={t`Facts about the complaint`} side="end">
        <div className="flex justify-end p-2">
          <IconButton icon="close" label={t`Close the facts`} onClick={() => setOpen(false)} />
        </div>
        <div className="case-facts bg-transparent pt-0">
          <CaseFacts {...props} level="h3" now={now} onDialog={go} />
        </div>
      </Drawer>
    </>
  );
}
