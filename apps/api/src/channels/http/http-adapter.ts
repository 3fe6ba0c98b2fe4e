import type { Adapter } from '../adapter.ts';

/** SMS by any gateway that speaks HTTP: RapidPro External, Kannel, Africa’s Talking, phones with a gateway app. */
export const httpAdapter: Adapter = {
  read(fields, { fields: named }) {
    const from = fields.value(named.from ?? 'from', 'sender');
    const text = fields.words(named.text ?? 'text', 'message');
    const time = fields.value(named.at ?? 'date', 'time', 'ts');
    const id = fields.value(named.id ?? 'id') || (time && `${from} ${time} ${text}`);
    return { from, text, externalId: id || undefined, at: timeOf(time) };
  },
  write: (answer, { reply }) => (reply === 'answer' ? (answer?.text ?? '') : ''),
};

/** Reads seconds or milliseconds since 1970, or a date with `T` or a space; without a zone it is UTC. */
function timeOf(written: string): Date | undefined {
  const number = /^\d{9,13}$/u.test(written) ? Number(written) : undefined;
  const text = /(?:Z|[+-]\d\d:?\d\d)$/u.test(written) ? written : `${written}Z`;
  const at = new Date(number === undefined ? text.replace(' ', 'T') : number * (written.length > 10 ? 1 : 1_000));
  return Number.isNaN(at.getTime()) ? undefined : at;
}
