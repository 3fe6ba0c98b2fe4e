import type { SavedView } from '@baraza/contract';
import { t } from '@lingui/core/macro';

/** Names what a view asks for that is gone. */
export function goneWords(gone: SavedView['gone']): string {
  const words: Partial<Record<SavedView['gone'][number], string>> = {
    category: t`a category`,
    jurisdiction: t`a jurisdiction`,
    area: t`an area`,
    unit: t`a unit`,
    field: t`a custom field`,
    assignee: t`a colleague`,
  };
  return gone.map((field) => words[field] ?? field).join(', ');
}
