import { listComplaintCategories } from '@baraza/contract/category/category';
import type { Call } from '@baraza/contract/core/client';
import { type Complaint, submitComplaint } from '@baraza/contract/complaint/complaint';
import { getDeskComplaint } from '@baraza/contract/complaint/desk';
import { transitionComplaint } from '@baraza/contract/complaint/transition';
import { listJurisdictions, listMdas } from '@baraza/contract/mda/mda';

/** The MDA of `officer@demo.example`. */
export const mdaName = 'Travel Documents Office';

export const today = () => new Date().toISOString().slice(0, 10);

/** Files a complaint to the first officer's MDA as a citizen would. */
export async function fileComplaint(
  call: Call,
  {
    title,
    description = `<p>What <strong>happened</strong> there: ${title}</p>`,
    category = 'Poor Service',
    files = [],
  }: { title: string; description?: string; category?: string; files?: File[] },
): Promise<Complaint> {
  const mda = (await call(listMdas)).find((it) => it.name === mdaName)!;
  const [place] = await call(listJurisdictions, { params: { id: mda.id } });
  const kinds = await call(listComplaintCategories);
  return call(submitComplaint, {
    form: {
      mda: mda.id,
      mdaJurisdiction: place!.id,
      category: kinds.find((it) => it.name === category)!.id,
      title,
      description,
      location: 'Counter 2',
      incidentDate: today(),
    },
    files: { files },
  });
}

/** Runs several transitions of a complaint as the officer. */
export async function act(officer: Call, id: string, ...steps: [action: string, text?: string][]): Promise<void> {
  for (const [action, text] of steps) {
    const { version } = await officer(getDeskComplaint, { params: { id } });
    await officer(transitionComplaint, { params: { id, action }, body: { version, text } });
  }
}
