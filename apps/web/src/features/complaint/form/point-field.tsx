import { areaName, call, endpointQuery, errorText, lazyPart, pointText, useAreas, usePortal } from '@baraza/app';
import { findArea, getAreaOutline, type Point } from '@baraza/contract';
import { Button, Field } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { pointOf } from './complaint-values.ts';
import type { ComplaintForm } from './use-complaint-form.ts';

/** Accuracy in metres of a point rounded to two decimals. */
const rounded = 1000;
const refusedByPerson = 1;

const MapField = lazyPart(() => import('./map-field.tsx'));
const OutlineField = lazyPart(() => import('./outline-field.tsx'));

/** Field for the device's position, requested only on a press; it can be rounded or removed. */
export function PointField({ form }: Pick<ComplaintForm, 'form'>): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState<'map' | 'outline'>();
  const { map: hasMap } = usePortal();
  const areas = useAreas().data ?? [];
  const outline = useQuery({ ...endpointQuery(getAreaOutline), staleTime: 60 * 60_000 }).data;
  const point = pointOf(form.values);

  const set = (next: Point | null, decimals = 5) => {
    setProblem('');
    form.set('lat', next?.lat.toFixed(decimals) ?? '');
    form.set('lon', next?.lon.toFixed(decimals) ?? '');
    form.set('accuracy', String(next?.accuracy ?? ''));
  };
  const change = (next: Point | null, decimals?: number) => {
    // The pressed button disappears and would take the focus with it.
    flushSync(() => {
      setAsking(false);
      setDrawn(undefined);
      set(next, decimals);
    });
    box.current?.focus();
  };
  const fail = ({ code }: Pick<GeolocationPositionError, 'code'>) => {
    setAsking(false);
    setProblem(
      code === refusedByPerson
        ? t`Your device does not allow it. Your description of the place is enough.`
        : t`Your device could not find out where it is. Your description of the place is enough.`,
    );
  };
  const ask = () => {
    // Absent on insecure connections.
    if (!('geolocation' in navigator)) return fail({ code: 0 });
    setProblem('');
    setAsking(true);
    const take = ({ coords: { latitude: lat, longitude: lon, accuracy } }: GeolocationPosition) =>
      change({ lat, lon, accuracy: Math.ceil(accuracy) });
    navigator.geolocation.getCurrentPosition(take, fail, { enableHighAccuracy: true, timeout: 20_000 });
  };

  /** Fills in a point's area from the server. Its borders are more exact than the outline. */
  const suggestArea = async ({ lat, lon }: Point) => {
    try {
      const { code } = await call(findArea, { body: { lat: String(lat), lon: String(lon) } });
      if (code !== null) form.set('area', code);
      setProblem(code === null ? t`This point is outside all areas.` : areaName(areas, code));
    } catch (error) {
      setProblem(errorText(error));
    }
  };

  return (
    <Field
      group
      id="lat"
      label={t`Coordinates`}
      hint={t`Only if they help to find the place.`}
      error={form.errors['lat']}
      errorPrefix={t`Error:`}
      footer={
        point && t`The officers of the MDA you chose and the oversight office see them. They are never published.`
      }
    >
      {(control) => (
        <div
          ref={box}
          id={control.id}
          tabIndex={-1}
          className="grid gap-2"
          aria-describedby={control['aria-describedby']}
        >
          <p role="status">
            {point && <strong className="block">{pointText(point)}</strong>}
            {problem}
          </p>
          <div className="button-row">
            {!point && (
              <Button onClick={ask} loading={isAsking} loadingText={t`Asking your device…`}>
                {t`Use where I am`}
              </Button>
            )}
            {hasMap && (
              <Button onClick={() => setDrawn(drawn === 'map' ? undefined : 'map')}>
                {drawn === 'map' ? t`Hide the map` : t`Show the map`}
              </Button>
            )}
            {outline && !hasMap && !point && !drawn && (
              <Button onClick={() => setDrawn('outline')}>{t`Choose on the map`}</Button>
            )}
            {outline && point && (
              <Button onClick={() => void suggestArea(point)}>{t`Choose the area of this point`}</Button>
            )}
            {point && (point.accuracy ?? 0) < rounded && (
              <Button onClick={() => change({ ...point, accuracy: rounded }, 2)}>{t`Round to about 1 km`}</Button>
            )}
            {point && (
              <Button variant="quiet" onClick={() => change(null)}>
                {t`Remove coordinates`}
              </Button>
            )}
          </div>
          {drawn === 'map' && (
            <MapField
              point={point}
              onChoose={set}
              onFail={() => {
                setDrawn('outline');
                setProblem(t`The map could not be loaded. Your description of the place is enough.`);
              }}
            />
          )}
          {outline && drawn === 'outline' && (
            <OutlineField
              outline={outline}
              areas={areas}
              onChoose={(place, area) => {
                form.set('area', area);
                set(place);
              }}
            />
          )}
        </div>
      )}
    </Field>
  );
}
