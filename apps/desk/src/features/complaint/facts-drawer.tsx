import { Button } from '@baraza/ui/button';
import { Drawer } from '@baraza/ui/drawer';
import { IconButton } from '@baraza/ui/icon-button';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { CaseFacts, type CaseFactsProps } from './case-facts.tsx';

/** The facts where they have no column of their own. */
export function FactsDrawer({ complaint, onLetSee }: Pick<CaseFactsProps, 'complaint' | 'onLetSee'>): ReactNode {
  const [open, setOpen] = useState(false);
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
          <CaseFacts
            complaint={complaint}
            level="h3"
            onLetSee={(person) => {
              setOpen(false);
              onLetSee(person);
            }}
          />
        </div>
      </Drawer>
    </>
  );
}
