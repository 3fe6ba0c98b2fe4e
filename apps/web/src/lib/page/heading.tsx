import { setTitle } from '@baraza/app/document-title';
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { useLocation } from '../router/router.tsx';
import { usePortal } from '../api/portal.ts';
import { arrive, handOver } from '../router/route-focus.tsx';

/** The one h1 of a screen. It names the document and takes focus when the screen is entered. */
export function Heading({ title, className, children }: { title: string; className?: string; children?: ReactNode }) {
  const ref = useRef<HTMLHeadingElement>(null);
  const { pathname } = useLocation();
  const { productName } = usePortal();
  useEffect(() => {
    setTitle(`${title} – ${productName}`);
  }, [title, productName, pathname]);
  useEffect(() => {
    if (ref.current) arrive(ref.current);
  }, [pathname]);
  useLayoutEffect(() => {
    const heading = ref.current;
    return () => {
      if (heading && document.activeElement === heading) handOver();
    };
  }, []);
  return (
    <h1 ref={ref} tabIndex={-1} className={className}>
      {children ?? title}
    </h1>
  );
}
