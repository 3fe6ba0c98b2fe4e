import { blankFacts, factLabels } from '@baraza/app';
import type { Point } from '@baraza/contract';
import { t } from '@lingui/core/macro';

/** Blank values of the new complaint form. */
export const blankComplaint = {
  mda: '',
  mdaJurisdiction: '',
  category: '',
  title: '',
  description: '',
  area: '',
  lat: '',
  lon: '',
  accuracy: '',
  ...blankFacts,
  incidentDate: '',
  /** '': named. */
  identity: '',
  callPhone: '',
  /** What was entered in custom fields, as JSON by their ids. */
  fields: '',
};
export type ComplaintValues = typeof blankComplaint;

/** Returns the label of each field, including those without text. */
export const complaintLabels = () => ({
  mda: t`MDA`,
  mdaJurisdiction: t`Jurisdiction`,
  category: t`Category`,
  title: t`Subject/Title`,
  description: t`Details/Description`,
  area: t`Area`,
  lat: t`Coordinates`,
  lon: t`Coordinates`,
  accuracy: t`Coordinates`,
  ...factLabels(),
  incidentDate: t`When did it happen`,
  files: t`Photos, videos or PDF`,
  fields: t`More about it`,
  identity: t`Who sees your name?`,
  callPhone: t`Phone`,
  audio: t`Say it instead of typing`,
});

/** Returns the point entered in the form, or null. */
export function pointOf({ lat, lon, accuracy }: ComplaintValues): Point | null {
  if (lat === '') return null;
  return { lat: Number(lat), lon: Number(lon), accuracy: accuracy === '' ? null : Number(accuracy) };
}
