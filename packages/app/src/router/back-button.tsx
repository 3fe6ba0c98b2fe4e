import { buttonClass, Icon } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { hasScreenBehind, useNavigate } from './router.tsx';

/** Returns a function that goes back, or to `fallback` without history. */
export function useGoBack(fallback: string): () => void {
  const navigate = useNavigate();
  return () => (hasScreenBehind() ? navigate(-1) : navigate(fallback, { replace: true }));
}

/** Shows the back arrow at the head of a screen. */
export function BackButton({ fallback }: { fallback: string }) {
  return (
    <button
      type="button"
      onClick={useGoBack(fallback)}
      className={buttonClass({ variant: 'quiet', className: '-ms-2.5' })}
    >
      <Icon name="back" />
      {t`Back`}
    </button>
  );
}
