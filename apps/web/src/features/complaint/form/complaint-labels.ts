import { factLabels } from '@baraza/app';
import { t } from '@lingui/core/macro';

/** What the fields are called; also those that hold no text. */
export function complaintLabels() {
  return {
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
    files: t`Photos or videos`,
    identity: t`Who sees your name?`,
    callPhone: t`Phone`,
    audio: t`Say it instead of typing`,
  };
}
