import { blankFacts } from '@baraza/app/stated-facts';

/** What the form of a new complaint holds, before anything is put in. */
export const blankComplaint = {
  mda: '',
  mdaJurisdiction: '',
  category: '',
  title: '',
  description: '',
  area: '',
  ...blankFacts,
  incidentDate: '',
  /** '': named. */
  identity: '',
  callPhone: '',
};
export type ComplaintValues = typeof blankComplaint;
