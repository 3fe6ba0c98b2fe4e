import type { ComplaintCategory } from '../../category/reference-data.ts';

/** Sample MDAs with generic names, invented people and numbers. */
export interface DemoMda {
  readonly name: string;
  /** Drawn on a field of 24 by 24. */
  readonly glyph: string;
  readonly colour: string;
  readonly jurisdictions: readonly string[];
  readonly committee: readonly string[];
  /** Of the e-mail addresses of the committee. */
  readonly domain: string;
  /** Officer in the sample history; nobody signs in as them. */
  readonly officer?: string;
  /** Share of its complaints that it resolves. */
  readonly resolves: number;
  /** What people complain about. */
  readonly topics: readonly (readonly [ComplaintCategory, string])[];
}

/** Sample MDAs; officers of the first two have demo accounts. */
export const demoMdas = [
  {
    name: 'Travel Documents Office',
    colour: '#24408e',
    glyph: '<rect x="5" y="3" width="14" height="18" rx="2"/><circle cx="12" cy="10" r="3"/><path d="M9 17h6"/>',
    jurisdictions: ['Central branch', 'Harbour branch', 'Lakeside branch'],
    committee: ['Esther Kamau', 'Samuel Boateng'],
    domain: 'travel-documents.example',
    resolves: 0.72,
    topics: [
      ['Delayed Approvals', 'Emergency travel paper came too late'],
      ['Poor Service', 'Sent from one counter to the next all day'],
      ['Billing/Payment', 'Paid online, but the office says unpaid'],
      ['Others', 'No seats and no shade in the waiting line'],
      ['Delayed Approvals', 'Child passport pending without a reason'],
    ],
  },
  {
    name: 'Road Transport Authority',
    colour: '#b0521b',
    glyph: '<path d="M8 3 4 21M16 3l4 18M12 4v3M12 11v3M12 18v3"/>',
    jurisdictions: ['Eastern District', 'Lakeside District', 'Northern District', 'Western District'],
    committee: ['Fatou Ndiaye', 'Peter Banda', 'Halima Yusuf'],
    domain: 'road-transport.example',
    resolves: 0.6,
    topics: [
      ['Poor Service', 'Licence plate not issued after payment'],
      ['Billing/Payment', 'Wrong amount on road tax notice'],
      ['Poor Service', 'No ramp at the testing centre entrance'],
      ['Emergency', 'Speed bumps built without markings near school'],
      ['Illegal Duty', 'Fine without a receipt at a road block'],
    ],
  },
  {
    name: 'National Water Corporation',
    colour: '#0f6f8c',
    glyph: '<path d="M12 3c4 5 6 8 6 11a6 6 0 0 1-12 0c0-3 2-6 6-11Z"/>',
    jurisdictions: ['Hill Zone', 'River Zone', 'Valley Zone'],
    committee: ['Josephine Achieng'],
    domain: 'water.example',
    officer: 'Moses Phiri',
    resolves: 0.5,
    topics: [
      ['Emergency', 'Burst pipe floods the footpath'],
      ['Billing/Payment', 'Meter reading was only estimated'],
      ['Poor Service', 'No water on three days of each week'],
    ],
  },
  {
    name: 'Ministry of Health',
    colour: '#a32738',
    glyph: '<path d="M9 3h6v6h6v6h-6v6H9v-6H3V9h6Z"/>',
    jurisdictions: [],
    committee: ['Ruth Mutasa', 'Hassan Warsame'],
    domain: 'health.example',
    officer: 'Nadia Toure',
    resolves: 0.82,
    topics: [
      ['Poor Service', 'No nurse on duty in the night'],
      ['Others', 'Pharmacy out of the most common medicine'],
      ['Delayed Approvals', 'Referral letter takes weeks'],
    ],
  },
  {
    name: 'Ministry of Education',
    colour: '#6a3d9a',
    glyph: '<path d="M12 6c-2-2-5-2-8-2v14c3 0 6 0 8 2 2-2 5-2 8-2V4c-3 0-6 0-8 2ZM12 6v14"/>',
    jurisdictions: [],
    committee: ['Lydia Chanda'],
    domain: 'education.example',
    officer: 'Victor Asante',
    resolves: 0.9,
    topics: [
      ['Delayed Approvals', 'Exam certificate not sent out'],
      ['Poor Service', 'Two classes share one room'],
    ],
  },
  {
    name: 'Land Registry',
    colour: '#5b6b1f',
    glyph: '<path d="M3 7l6-3 6 3 6-3v13l-6 3-6-3-6 3ZM9 4v13M15 7v13"/>',
    jurisdictions: [],
    committee: [],
    domain: 'land-registry.example',
    officer: 'Miriam Kone',
    resolves: 0.35,
    topics: [
      ['Delayed Approvals', 'Transfer of title not entered'],
      ['Illegal Duty', 'Asked for money to find a file'],
    ],
  },
  {
    name: 'City Council',
    colour: '#1f6b4a',
    glyph: '<path d="M3 21h18M5 21V10M9.500 21V10M14.500 21V10M19 21V10M3 10h18L12 3Z"/>',
    jurisdictions: ['Market Ward', 'Old Town Ward', 'Station Ward'],
    committee: ['Abel Tadesse', 'Rose Wanjiru'],
    domain: 'city-council.example',
    officer: 'Simon Okello',
    resolves: 0.66,
    topics: [
      ['Others', 'Market toilets locked all week'],
      ['Emergency', 'Open drain beside the playground'],
      ['Billing/Payment', 'Stall fee collected twice'],
    ],
  },
  {
    name: 'Electricity Distribution Agency',
    colour: '#8a6200',
    glyph: '<path d="M13 2 5 14h6l-1 8 9-13h-7Z"/>',
    jurisdictions: [],
    committee: ['Bakari Juma'],
    domain: 'electricity.example',
    officer: 'Agnes Lungu',
    resolves: 0.55,
    topics: [
      ['Emergency', 'Cable hangs low over the road'],
      ['Billing/Payment', 'Prepaid units not credited'],
    ],
  },
] as const satisfies readonly DemoMda[];

export type DemoMdaName = (typeof demoMdas)[number]['name'];
