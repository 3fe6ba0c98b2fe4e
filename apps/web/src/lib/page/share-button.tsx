import { Button } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useEffect, useState, type ReactNode } from 'react';

interface SharedLink {
  title: string;
  text: string;
  path: string;
}

/** Gives a link to another app of the phone; where there is no such way, copies it and says so. */
export function useShare({ title, text, path }: SharedLink): { share: () => void; message: ReactNode } {
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (!said) return;
    const timer = setTimeout(() => setSaid(''), 4000);
    return () => clearTimeout(timer);
  }, [said]);

  const share = async () => {
    const url = new URL(path, window.location.origin).href;
    if (typeof navigator.share === 'function') {
      // Changing one's mind in the share sheet rejects as well; nothing is wrong then.
      return navigator.share({ title, text, url }).catch(() => undefined);
    }
    try {
      await navigator.clipboard.writeText(url);
      setSaid(t`The link is copied.`);
    } catch {
      setSaid(t`Copy the link from the address bar: ${url}`);
    }
  };

  return {
    share: () => void share(),
    message: (
      <span role="status" className="text-sm font-semibold text-ink-2 empty:sr-only">
        {said}
      </span>
    ),
  };
}

/** The button that shares a link. */
export function ShareButton(link: SharedLink) {
  const { share, message } = useShare(link);
  return (
    <span className="inline-flex flex-wrap items-center gap-2 print:hidden">
      <Button icon="share" onClick={share}>
        {t`Share`}
      </Button>
      {message}
    </span>
  );
}
