import { Button } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useState, type ReactNode } from 'react';

/** Shows three rows of a table on a phone, until more are asked for. */
export function FirstRows({ all, children }: { all: number; children: ReactNode }): ReactNode {
  const [isWhole, setWhole] = useState(false);
  return (
    <>
      <div className={isWhole ? undefined : 'max-m:[&_tr:nth-child(n+4)]:hidden'}>{children}</div>
      {!isWhole && all > 3 && (
        <Button className="m:hidden" onClick={() => setWhole(true)}>
          {t`Show all ${all}`}
        </Button>
      )}
    </>
  );
}
