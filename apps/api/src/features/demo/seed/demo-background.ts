import { rejectReasons } from '@baraza/contract/complaint/desk';
import type { DemoComplaint, DemoStep, DemoSurvey } from './demo-complaint.ts';
import { demoMdas, type DemoMdaName } from './demo-mdas.ts';
import type { ComplaintCategory } from '../../category/reference-data.ts';

/** Topics of each MDA, with its weight and share of resolved complaints. */
const matters: Record<DemoMdaName, readonly [number, number, readonly (readonly [ComplaintCategory, string])[]]> = {
  'Travel Documents Office': [
    20,
    0.72,
    [
      ['Delayed Approvals', 'Emergency travel paper came too late'],
      ['Poor Service', 'Sent from one counter to the next all day'],
      ['Billing/Payment', 'Paid online, but the office says unpaid'],
      ['Others', 'No seats and no shade in the waiting line'],
      ['Delayed Approvals', 'Child passport pending without a reason'],
    ],
  ],
  'Road Transport Authority': [
    22,
    0.6,
    [
      ['Poor Service', 'Licence plate not issued after payment'],
      ['Billing/Payment', 'Wrong amount on road tax notice'],
      ['Poor Service', 'No ramp at the testing centre entrance'],
      ['Emergency', 'Speed bumps built without markings near school'],
      ['Illegal Duty', 'Fine without a receipt at a road block'],
    ],
  ],
  'National Water Corporation': [
    18,
    0.5,
    [
      ['Emergency', 'Burst pipe floods the footpath'],
      ['Billing/Payment', 'Meter reading was only estimated'],
      ['Poor Service', 'No water on three days of each week'],
    ],
  ],
  'Ministry of Health': [
    15,
    0.82,
    [
      ['Poor Service', 'No nurse on duty in the night'],
      ['Others', 'Pharmacy out of the most common medicine'],
      ['Delayed Approvals', 'Referral letter takes weeks'],
    ],
  ],
  'Ministry of Education': [
    12,
    0.9,
    [
      ['Delayed Approvals', 'Exam certificate not sent out'],
      ['Poor Service', 'Two classes share one room'],
    ],
  ],
  'Land Registry': [
    10,
    0.35,
    [
      ['Delayed Approvals', 'Transfer of title not entered'],
      ['Illegal Duty', 'Asked for money to find a file'],
    ],
  ],
  'City Council': [
    14,
    0.66,
    [
      ['Others', 'Market toilets locked all week'],
      ['Emergency', 'Open drain beside the playground'],
      ['Billing/Payment', 'Stall fee collected twice'],
    ],
  ],
  'Electricity Distribution Agency': [
    13,
    0.55,
    [
      ['Emergency', 'Cable hangs low over the road'],
      ['Billing/Payment', 'Prepaid units not credited'],
    ],
  ],
};

const resolutions = [
  'This is put right. Thank you for your patience.',
  'We have checked it on the spot and repaired what was wrong.',
  'Your file was found and finished today. You can collect it at the front desk.',
  'The payment is corrected in our books; you owe nothing more.',
];

const question = 'Can you tell us the day and the number of the counter?';

/** Generates a year of small complaints, newest last, the same on every installation. */
export function demoBackground(count: number): DemoComplaint[] {
  const random = randomFrom(20_240_501);
  const names = demoMdas.flatMap(({ name }) => Array.from({ length: matters[name][0] }, () => name));
  return Array.from({ length: count }, (_, index) => {
    // Denser towards the present, like a service that becomes known.
    const filed = 345 * (1 - Math.sqrt((index + random()) / count)) + 0.4;
    const mda = names[Math.floor(random() * names.length)] ?? 'City Council';
    return complaintOf(mda, filed, random);
  });
}

function complaintOf(mda: DemoMdaName, filed: number, random: () => number): DemoComplaint {
  const [, share, topics] = matters[mda];
  const [category, title] = topics[Math.floor(random() * topics.length)] ?? ['Others', 'Something else'];
  const { jurisdictions } = demoMdas.find((it) => it.name === mda) ?? { jurisdictions: [] };
  const jurisdiction = jurisdictions[Math.floor(random() * jurisdictions.length)];
  return {
    by: 'citizen2',
    mda,
    ...(jurisdiction === undefined ? {} : { jurisdiction }),
    category,
    title,
    description: `<p>${title}. I have asked at the desk and was sent away without an answer.</p>`,
    location: jurisdiction ?? `${mda}, front desk`,
    incidentDays: Math.floor(random() * 12),
    filed,
    steps: lifeOf(filed, share, random),
  };
}

/** Chooses the steps: new ones wait or progress, most older ones end, a few are overdue. */
function lifeOf(filed: number, share: number, random: () => number): (DemoStep | DemoSurvey)[] {
  const [started, ended] = [filed - 0.5 - random() * 3, filed - 5 - random() * 16];
  const [fate, taste] = [random(), random()];
  const start: DemoStep = { at: started, action: 'start' };
  if (started < 0.2 || (filed < 6 && taste < 0.5)) return [];
  if (fate > 0.96) return [{ at: started, action: 'withdraw', reason: 'It has settled itself.' }];
  if (ended < 0.2) return taste < 0.8 ? [start] : [start, { at: started / 2, action: 'ask', text: question }];
  if (fate > share && taste < 0.2) return [start];
  if (fate > share) return [start, { at: ended, action: 'reject', reason: rejectReasons[taste < 0.6 ? 1 : 3] }];
  const text = resolutions[Math.floor(taste * resolutions.length)] ?? '';
  const end: DemoStep = { at: ended, action: 'resolve', text };
  if (ended < 2 || taste > 0.6) return [start, end];
  return [start, end, { at: ended - 1, rating: 2 + Math.floor(taste * 6), text: 'I was told what happened.' }];
}

/** Seeded random numbers (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
