import type { Action } from '@baraza/contract/complaint/lifecycle';
import type { DemoMdaName } from './demo-mdas.ts';
import type { ComplaintCategory } from '../../category/reference-data.ts';

/** A sample complaint and its life. Times are so many days before the data are put in. */
export interface DemoComplaint {
  readonly by: 'citizen' | 'citizen2';
  readonly mda: DemoMdaName;
  readonly jurisdiction?: string;
  readonly category: ComplaintCategory;
  readonly title: string;
  /** HTML. */
  readonly description: string;
  readonly location: string;
  /** The incident lies so many days before the complaint. */
  readonly incidentDays: number;
  readonly filed: number;
  readonly picture?: { readonly name: string; readonly svg: string };
  readonly steps: readonly (DemoStep | DemoSurvey)[];
}

/** Done by the citizen or by an officer of the MDA, as the state machine has it. */
export interface DemoStep {
  readonly at: number;
  readonly action: Exclude<Action, 'assign'>;
  /** Where a transfer goes. */
  readonly to?: DemoMdaName;
  /** The title of the complaint that it is merged into. */
  readonly into?: string;
  readonly text?: string;
  readonly reason?: string;
}

export interface DemoSurvey {
  readonly at: number;
  readonly rating: number;
  readonly text: string;
}
