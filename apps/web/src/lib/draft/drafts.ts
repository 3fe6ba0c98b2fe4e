import { keys } from 'idb-keyval';

/** Keys of unsent forms in the browser's database begin with this: `draft:complaint:<user id>`. */
export const draftPrefix = 'draft:';

/** How many forms on this device are filled but not sent. */
export async function countDrafts(): Promise<number> {
  try {
    return (await keys<string>()).filter((key) => key.startsWith(draftPrefix)).length;
  } catch {
    // No database in this browser: no drafts either.
    return 0;
  }
}
