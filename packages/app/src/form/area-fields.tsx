import { type Area, listAreas } from '@baraza/contract';
import { SelectField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '../api/client.ts';
import { LoadError } from '../page/load-error.tsx';

export function useAreas() {
  return useQuery({ ...endpointQuery(listAreas), staleTime: 5 * 60_000 });
}

/** Names an area with the areas that contain it; '' if it is not in the list. */
export function areaName(areas: readonly Area[] | undefined, code: string): string {
  return lineage(areas ?? [], code)
    .map(({ name }) => name)
    .toReversed()
    .join(', ');
}

function lineage(areas: readonly Area[], code: string | null): Area[] {
  const area = areas.find((each) => each.code === code);
  return area ? [...lineage(areas, area.parent), area] : [];
}

interface AreaFieldsProps {
  id: string;
  value: string;
  onChange: (code: string) => void;
  placeholder: string;
  optionalText?: string;
  error?: string | undefined;
}

/** Chooses an area with one select per level; shows nothing if the installation has no areas. */
export function AreaFields({ id, value, onChange, ...field }: AreaFieldsProps) {
  const areas = useAreas();
  const chosen = lineage(areas.data ?? [], value);
  return (
    <>
      {areas.isError && <LoadError title={t`The areas could not be loaded.`} query={areas} />}
      {[undefined, ...chosen].map((outer, depth) => {
        const options = (areas.data ?? []).filter(({ parent }) => parent === (outer?.code ?? null));
        return (
          options.length > 0 && (
            <SelectField
              key={outer?.code ?? ''}
              {...field}
              id={depth === 0 ? id : `${id}-${depth}`}
              error={depth === 0 ? field.error : undefined}
              label={outer ? t`Area in ${outer.name}` : t`Area`}
              options={options.map(({ code, name }) => ({ value: code, label: name }))}
              value={chosen[depth]?.code ?? ''}
              onChange={(event) => onChange(event.target.value || (outer?.code ?? ''))}
            />
          )
        );
      })}
    </>
  );
}
