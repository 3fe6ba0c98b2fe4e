import type { MdaStat, RankedMda } from '@baraza/contract/mda/mda';
import { comparedMin } from '@baraza/contract/numbers/funnel';
import { wilsonInterval } from '@baraza/contract/numbers/wilson';

const places = 3;

/** Ranks the top and bottom three MDAs: by Wilson's bound, share resolved, number of complaints and name. None is in both lists. */
export function rankMdas(stats: readonly MdaStat[]): { top: RankedMda[]; lowest: RankedMda[] } {
  const withComplaints = stats.filter((mda) => mda.totalComplaints > 0);
  const sum = (field: 'totalComplaints' | 'resolvedComplaints') =>
    withComplaints.reduce((all, mda) => all + mda[field], 0);
  const average = sum('resolvedComplaints') / sum('totalComplaints');
  const ranked = withComplaints.map((mda) => {
    const { lower, upper } = wilsonInterval(mda.resolvedComplaints, mda.totalComplaints);
    const isCompared = mda.totalComplaints >= comparedMin;
    const [isBetter, isWorse] = [isCompared && lower > average, isCompared && upper < average];
    const share = mda.resolvedComplaints / mda.totalComplaints;
    return { mda, isBetter, isWorse, forTop: isBetter ? lower : share, forBottom: isWorse ? upper : share };
  });

  const top = ranked
    .toSorted((a, b) => Number(b.isBetter) - Number(a.isBetter) || b.forTop - a.forTop || compareVolumes(a.mda, b.mda))
    .slice(0, places);
  const lowest = ranked
    .filter((row) => !top.includes(row))
    .toSorted(
      (a, b) => Number(b.isWorse) - Number(a.isWorse) || a.forBottom - b.forBottom || compareVolumes(a.mda, b.mda),
    )
    .slice(0, places);
  return {
    top: top.map(({ mda, isBetter }) => ({ ...mda, standsOut: isBetter })),
    lowest: lowest.map(({ mda, isWorse }) => ({ ...mda, standsOut: isWorse })),
  };
}

function compareVolumes(a: MdaStat, b: MdaStat): number {
  return b.totalComplaints - a.totalComplaints || a.mdas_name.localeCompare(b.mdas_name, 'en');
}
