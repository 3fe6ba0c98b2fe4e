import type { MdaStat } from '@baraza/contract';

const places = 3;

/**
 * The three best and the three last by the share of complaints resolved. Without a complaint there is no share, and so
 * no rank. Of equal shares, the one with more complaints stands further out: higher among the best, lower among the last;
 * then names decide. Nobody stands in both lists, so that with fewer than six ranked the list of the last is the shorter one.
 */
export function rankMdas(stats: readonly MdaStat[]): { top: MdaStat[]; lowest: MdaStat[] } {
  const ranked = stats.filter((it) => it.totalComplaints > 0);
  const top = ranked.toSorted((a, b) => compareShares(b, a) || compareVolumes(a, b)).slice(0, places);
  const rest = ranked.filter((it) => !top.includes(it));
  const lowest = rest.toSorted((a, b) => compareShares(a, b) || compareVolumes(a, b)).slice(0, places);
  return { top, lowest };
}

/** Multiplied out: 1 of 3 and 2 of 6 are exactly equal. */
function compareShares(a: MdaStat, b: MdaStat): number {
  return a.resolvedComplaints * b.totalComplaints - b.resolvedComplaints * a.totalComplaints;
}

function compareVolumes(a: MdaStat, b: MdaStat): number {
  return b.totalComplaints - a.totalComplaints || a.mdas_name.localeCompare(b.mdas_name, 'en');
}
