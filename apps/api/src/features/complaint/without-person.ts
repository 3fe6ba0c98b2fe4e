export interface PersonalData {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string | null;
}

/**
 * A text without what names this person, for the eyes of others. It finds names and addresses as they stand in the account;
 * what an officer writes about a person in other words it cannot know.
 */
export function withoutPerson(text: string, { firstName, lastName, email, phone }: PersonalData): string {
  const parts = [email, phone ?? '', `${firstName} ${lastName}`, lastName, firstName];
  const named = parts.map((it) => it.trim()).filter((it) => it.length > 1);
  return named.reduce((rest, part) => rest.replaceAll(wordOf(part), '…'), text);
}

/** The same of all that was said with a step. */
export function wordsWithout<T extends { readonly text: string | null; readonly reason: string | null }>(
  person: PersonalData,
  step: T,
): T {
  const [text, reason] = [step.text, step.reason].map((it) => it && withoutPerson(it, person));
  return { ...step, text, reason };
}

function wordOf(part: string): RegExp {
  const plain = part.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`).replaceAll(/\s+/gu, String.raw`\s+`);
  return new RegExp(String.raw`(?<![\p{L}\p{N}])${plain}(?![\p{L}\p{N}])`, 'giu');
}
