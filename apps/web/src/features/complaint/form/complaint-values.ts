import { blankFacts } from '@baraza/app';
import type { Point } from '@baraza/contract';

/** What the form of a new complaint holds, before anything is put in. */
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
};
export type ComplaintValues = typeof blankComplaint;

/** The point that the form holds, if any. */
export function pointOf({ lat, lon, accuracy }: ComplaintValues): Point | null {
  if (lat === '') return null;
  return { lat: Number(lat), lon: Number(lon), accuracy: accuracy === '' ? null : Number(accuracy) };
}
