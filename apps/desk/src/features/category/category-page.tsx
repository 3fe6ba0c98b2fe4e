import type { AdminCategory } from '@baraza/contract';
import { Button } from '@baraza/ui/button';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { Loaded } from '../../lib/page/loaded.tsx';
import { ForRoles, Page } from '../../lib/page/page.tsx';
import { CategoryDialog } from './category-dialog.tsx';
import { CategoryTable } from './category-table.tsx';
import { useAllCategories } from './category.api.ts';

/** Manages the categories of complaints and feedback, for administrators. */
export default function CategoryPage(): ReactNode {
  return (
    <ForRoles roles={['administrator']}>
      <Categories />
    </ForRoles>
  );
}

function Categories(): ReactNode {
  const query = useAllCategories();
  const [open, setOpen] = useState<{ category?: AdminCategory } | null>(null);
  const edit = (category: AdminCategory) => setOpen({ category });
  return (
    <Page
      title={t`Categories`}
      intro={t`What people can say their complaint or feedback is about, in this order. What is filed under a category keeps it.`}
      action={
        <Button variant="primary" icon="plus" onClick={() => setOpen({})}>
          <Trans>New category</Trans>
        </Button>
      }
    >
      <Loaded query={query} failed={t`The categories could not be loaded.`} loading={t`Loading categories`}>
        {(data) => (
          <>
            <CategoryTable
              caption={t`For complaints`}
              categories={data.filter((item) => item.kind === 'complaint')}
              onEdit={edit}
            />
            <CategoryTable
              caption={t`For feedback`}
              categories={data.filter((item) => item.kind === 'feedback')}
              onEdit={edit}
            />
          </>
        )}
      </Loaded>
      {open && <CategoryDialog category={open.category} onClose={() => setOpen(null)} />}
    </Page>
  );
}
