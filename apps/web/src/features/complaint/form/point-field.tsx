import { pointText } from '@baraza/app/stated-facts';
import { Button } from '@baraza/ui/button';
import { Field } from '@baraza/ui/field';
import { t } from '@lingui/core/macro';
import { useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { pointOf, type ComplaintValues } from './complaint-values.ts';
import type { ComplaintForm } from './use-complaint-form.ts';

/** Metres that a point is rounded to: two decimals. */
const rounded = 1000;
const refusedByPerson = 1;

/** Asks the device where it is, only when pressed; shows how exactly, and lets it be rounded or taken back. */
export function PointField({ form }: Pick<ComplaintForm, 'form'>): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const point = pointOf(form.values);

  const change = (next: Pick<ComplaintValues, 'lat' | 'lon' | 'accuracy'>) => {
    // The pressed button goes, and the focus with it.
    flushSync(() => {
      setProblem('');
      setAsking(false);
      form.set('lat', next.lat);
      form.set('lon', next.lon);
      form.set('accuracy', next.accuracy);
    });
    box.current?.focus();
  };
  const fail = ({ code }: Pick<GeolocationPositionError, 'code'>) => {
    setAsking(false);
    setProblem(
      code === refusedByPerson
        ? t`Your device does not allow it. Your words about the place are enough.`
        : t`Your device could not find out where it is. Your words about the place are enough.`,
    );
  };
  const ask = () => {
    // Absent where the connection is not secure.
    if (!('geolocation' in navigator)) return fail({ code: 0 });
    setProblem('');
    setAsking(true);
    const take = ({ coords }: GeolocationPosition) =>
      change({
        lat: coords.latitude.toFixed(5),
        lon: coords.longitude.toFixed(5),
        accuracy: String(Math.ceil(coords.accuracy)),
      });
    navigator.geolocation.getCurrentPosition(take, fail, { enableHighAccuracy: true, timeout: 20_000 });
  };
  const round = ({ lat, lon }: NonNullable<typeof point>) =>
    change({ lat: lat.toFixed(2), lon: lon.toFixed(2), accuracy: String(rounded) });

  return (
    <Field
      group
      id="lat"
      label={t`Coordinates`}
      hint={t`Only if they help to find the place, and you are there: your device tells where it is now.`}
      error={form.errors['lat']}
      errorPrefix={t`Error:`}
      footer={
        point && t`The officers of the MDA you chose and the oversight office see them. They are never published.`
      }
    >
      {(control) => (
        <div ref={box} id={control.id} tabIndex={-1} aria-describedby={control['aria-describedby']}>
          <p role="status" className="not-empty:mb-2">
            {point ? <strong>{pointText(point)}</strong> : problem}
          </p>
          <div className="flex flex-wrap gap-2">
            {!point && (
              <Button onClick={ask} loading={isAsking} loadingText={t`Asking your device…`}>
                {t`Use where I am`}
              </Button>
            )}
            {point && (point.accuracy ?? 0) < rounded && (
              <Button onClick={() => round(point)}>{t`Round to about 1 km`}</Button>
            )}
            {point && (
              <Button variant="quiet" onClick={() => change({ lat: '', lon: '', accuracy: '' })}>
                {t`Remove coordinates`}
              </Button>
            )}
          </div>
        </div>
      )}
    </Field>
  );
}
