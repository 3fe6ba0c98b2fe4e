import type { MdaStat } from '@baraza/contract';

const places = 3;

/**
 * Ranks the top and bottom three MDAs by share of complaints resolved.
 * MDAs without complaints have no rank. Ties go by number of complaints, then name. No MDA is in both lists, so with fewer than
 * six ranked the bottom list is shorter.
 */
export function rankMdas(stats: readonly MdaStat[]): { top: MdaStat[]; lowest: MdaStat[] } {
  const ranked = stats.filter((mda) => mda.totalComplaints > 0);
  const top = ranked.toSorted((a, b) => compareShares(b, a) || compareVolumes(a, b)).slice(0, places);
  const rest = ranked.filter((mda) => !top.includes(mda));
  const lowest = rest.toSorted((a, b) => compareShares(a, b) || compareVolumes(a, b)).slice(0, places);
  return { top, lowest };
}

/** Compares shares by multiplication, so that 1 of 3 equals 2 of 6. */
function compareShares(a: MdaStat, b: MdaStat): number {
  return a.resolvedComplaints * b.totalComplaints - b.resolvedComplaints * a.totalComplaints;
}

function compareVolumes(a: MdaStat, b: MdaStat): number {
  return b.totalComplaints - a.totalComplaints || a.mdas_name.localeCompare(b.mdas_name, 'en');
}
