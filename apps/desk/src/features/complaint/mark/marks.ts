import { priorities, Tag, type Priority, type Sharing } from '@baraza/contract';
import { plural, t } from '@lingui/core/macro';

/** Words a priority. */
export function priorityWord(priority: Priority): string {
  return { normal: t`Normal`, high: t`High`, emergency: t`Emergency` }[priority];
}

/** Words how many complaints are merged into one. */
export function mergedWord(count: number): string {
  return t`${plural(count, { one: '# more complaint is merged into it', other: '# more complaints are merged into it' })}`;
}

/** Names a way to share out complaints. */
export const sharingWord = (sharing: Sharing) =>
  ({ 'in-turn': t`In turn: whoever waited longest`, 'least-loaded': t`Whoever has the fewest open` })[sharing];

/** Lists the priorities to choose from. */
export const priorityOptions = () => priorities.map((value) => ({ value, label: priorityWord(value) }));

/** Reads the tags of a text with commas; undefined where there are none. */
export function tagsIn(text: string): string[] | undefined {
  const tags = text.split(',').flatMap((word) => {
    const tag = Tag.safeParse(word);
    return tag.success ? [tag.data] : [];
  });
  return tags.length > 0 ? [...new Set(tags)] : undefined;
}
