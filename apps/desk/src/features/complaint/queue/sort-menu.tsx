import { Button } from '@baraza/ui/button';
import { Icon } from '@baraza/ui/icon';
import { Menu, MenuItem } from '@baraza/ui/menu';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { sorts, type Queue, type Sort } from '../queues.ts';

/** Chooses the order of the list, which is part of the address. */
export function SortMenu({ queue, sort }: { queue: Queue; sort: Sort }): ReactNode {
  const [, setParams] = useSearchParams();
  const words: Record<Sort, string> = { due: t`Due first`, latest: t`Latest first`, oldest: t`Oldest first` };
  const choose = (next: Sort) =>
    setParams(
      (params) => {
        if (next === queue.sort) params.delete('sort');
        else params.set('sort', next);
        return params;
      },
      { replace: true },
    );
  return (
    <Menu
      label={t`Order of the list`}
      trigger={(props) => (
        <Button size="s" {...props}>
          <span className="sr-only">{t`Order:`} </span>
          {words[sort]}
          <Icon name="chevron-down" size="s" />
        </Button>
      )}
    >
      {(close) =>
        sorts.map((option) => (
          <MenuItem
            key={option}
            current={option === sort}
            onClick={() => {
              choose(option);
              close();
            }}
          >
            {words[option]}
          </MenuItem>
        ))
      }
    </Menu>
  );
}
