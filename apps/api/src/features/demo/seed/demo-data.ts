import type { Action, Outcome, Priority } from '@baraza/contract/complaint/lifecycle';
import type { NewSavedReply } from '@baraza/contract/complaint/saved-reply';
import { readAreas } from '../../public/area/load-areas.ts';
import type { Shape } from '../../public/area/read-outline.ts';
import type { ComplaintCategory, FeedbackCategory } from '../../office/category/reference-data.ts';
import data from './demo-data.json' with { type: 'json' };

/** A sample MDA with a generic name, invented people and numbers. */
export interface DemoMda {
  readonly name: string;
  /** SVG on a field of 24 by 24. */
  readonly glyph: string;
  readonly colour: string;
  readonly jurisdictions: readonly string[];
  readonly committee: readonly string[];
  /** Domain of the committee's e-mail addresses. */
  readonly domain: string;
  /** Officers in the sample history; nobody signs in as them. */
  readonly officers: readonly string[];
  /** Share of its complaints that it resolves in time. */
  readonly resolves: number;
}

/** A sample complaint and its steps; times are days before the data are added. */
export interface DemoComplaint {
  readonly by: 'citizen' | 'citizen2';
  readonly mda: string;
  readonly jurisdiction?: string;
  /** The code of its area. */
  readonly area?: string;
  readonly category: ComplaintCategory;
  readonly title: string;
  readonly description: string;
  readonly location: string;
  readonly filed: number;
  /** Two days before it is filed, unless given. */
  readonly incident?: number;
  readonly picture?: { readonly name: string; readonly svg: string };
  readonly steps: readonly (DemoStep | DemoSurvey)[];
}

/** A transition by the citizen or an officer of the MDA. */
export interface DemoStep {
  readonly at: number;
  readonly action: Exclude<Action, 'assign'>;
  readonly to?: string;
  readonly into?: string;
  readonly text?: string;
  readonly reason?: string;
  readonly outcome?: Outcome;
  readonly priority?: Priority;
}

export interface DemoSurvey {
  readonly at: number;
  readonly rating: number;
  readonly text: string;
}

interface DemoFeedback {
  readonly by: 'citizen' | 'citizen2';
  readonly category: FeedbackCategory;
  readonly title: string;
  readonly description: string;
  readonly sent: number;
  readonly reply?: { readonly at: number; readonly text: string };
}

interface DemoData {
  /** Lines of a CSV file, as an operator loads it. */
  readonly areas: readonly string[];
  /** Officers of the first two have demo accounts. */
  readonly mdas: readonly DemoMda[];
  /** Ten complaints that cover every state a citizen can see. */
  readonly samples: readonly DemoComplaint[];
  /** Complaints of kinds that the generated ones lack. */
  readonly queue: readonly DemoComplaint[];
  readonly feedback: readonly DemoFeedback[];
  readonly replies: readonly Omit<NewSavedReply, 'shared'>[];
  readonly knownIssue: {
    readonly title: string;
    readonly text: string;
    readonly published: number;
    /** Days from now. */
    readonly promised: number;
    /** Titles of its complaints. */
    readonly complaints: readonly string[];
    readonly update: { readonly at: number; readonly text: string };
  };
}

/** Sample data from the JSON file; `writeYear` generates more. */
export const demoData = data as DemoData;

export const demoAreas = readAreas(Buffer.from(demoData.areas.join('\n')));

/** Places the corners on an invented coast in the open sea. */
const corner = (x: number, y: number): [number, number] => [
  x / 10 + Math.sin(3 * x + 5 * y) / 40,
  y / 10 + Math.cos(5 * x + 2 * y) / 40,
];

/** Shapes of the sample wards, four in a row. */
export const demoShapes = demoAreas
  .filter(({ level }) => level === 3)
  .map(({ code }, index): Shape => {
    const [x, y] = [index % 4, Math.floor(index / 4)];
    return { code, rings: [[corner(x, y), corner(x + 1, y), corner(x + 1, y + 1), corner(x, y + 1), corner(x, y)]] };
  });
