import { rejectReasons } from '@baraza/contract/complaint/desk';
import { demoAreas, type DemoComplaint, demoData, type DemoStep, type DemoSurvey } from './demo-data.ts';

const resolutions = [
  'This is put right. Thank you for your patience.',
  'We have checked it on the spot and repaired what was wrong.',
  'Your file was found and finished today. You can collect it at the front desk.',
  'The payment is corrected in our books; you owe nothing more.',
];

const question = 'Can you tell us the day and the number of the counter?';

const wards = demoAreas.filter(({ level }) => level === 3);

/** Generates a year of small complaints, newest last, the same on every installation. */
export function demoBackground(count: number): DemoComplaint[] {
  return Array.from({ length: count }, (_, index): DemoComplaint => {
    const round = Math.floor(index / demoData.mdas.length);
    const { name, resolves, topics, jurisdictions } = demoData.mdas[index % demoData.mdas.length]!;
    const { category, title } = topics[round % topics.length]!;
    const jurisdiction: string | undefined = jurisdictions[round % jurisdictions.length];
    // More frequent towards the present, as with a service that becomes known.
    const filed = 345 * (1 - Math.sqrt((index + 0.5) / count)) + 0.4;
    return {
      by: 'citizen2',
      mda: name,
      ...(jurisdiction !== undefined && { jurisdiction }),
      category,
      title,
      description: `<p>${title}. I have asked at the desk and was sent away without an answer.</p>`,
      area: wards[index % wards.length]!.code,
      location: jurisdiction ?? `${name}, front desk`,
      filed,
      steps: lifeOf(filed, resolves, index),
    };
  });
}

/** Spreads consecutive numbers evenly over 0 to 1. */
const spread = (index: number, step: number) => (index * step) % 1;

/** Chooses the steps: new ones wait or progress, most older ones end, a few are overdue. */
function lifeOf(filed: number, resolves: number, index: number): (DemoStep | DemoSurvey)[] {
  const [fate, taste] = [spread(index, 0.618_034), spread(index, 0.414_214)];
  const [started, ended] = [filed - 0.5 - taste * 3, filed - 5 - fate * 16];
  const start: DemoStep = { at: started, action: 'start' };
  if (started < 0.2 || (filed < 6 && taste < 0.5)) return [];
  if (fate > 0.96) return [{ at: started, action: 'withdraw', reason: 'It has settled itself.' }];
  if (ended < 0.2) return taste < 0.8 ? [start] : [start, { at: started / 2, action: 'ask', text: question }];
  if (fate > resolves && taste < 0.2) return [start];
  if (fate > resolves) {
    const reason = rejectReasons[taste < 0.6 ? 1 : 3];
    return [start, { at: ended, action: 'proposeRejection', reason }, { at: ended, action: 'reject' }];
  }
  const text = resolutions[index % resolutions.length]!;
  const end: DemoStep = { at: ended, action: 'resolve', text };
  if (ended < 2 || taste > 0.6) return [start, end];
  return [start, end, { at: ended - 1, rating: 2 + Math.floor(taste * 6), text: 'I was told what happened.' }];
}
