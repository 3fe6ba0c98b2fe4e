import type { Action } from '@baraza/contract/complaint/lifecycle';
import type { DemoMdaName } from './demo-mdas.ts';
import type { ComplaintCategory } from '../../category/reference-data.ts';

/** A sample complaint and its steps; times are days before the data are added. */
export interface DemoComplaint {
  readonly by: 'citizen' | 'citizen2';
  readonly mda: DemoMdaName;
  readonly jurisdiction?: string;
  readonly category: ComplaintCategory;
  readonly title: string;
  /** HTML. */
  readonly description: string;
  readonly location: string;
  readonly filed: number;
  readonly picture?: { readonly name: string; readonly svg: string };
  readonly steps: readonly (DemoStep | DemoSurvey)[];
}

/** A transition by the citizen or an officer of the MDA. */
export interface DemoStep {
  readonly at: number;
  readonly action: Exclude<Action, 'assign'>;
  /** Target of a transfer. */
  readonly to?: DemoMdaName;
  /** Title of the parent complaint. */
  readonly into?: string;
  readonly text?: string;
  readonly reason?: string;
}

export interface DemoSurvey {
  readonly at: number;
  readonly rating: number;
  readonly text: string;
}
