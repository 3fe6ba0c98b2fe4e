import { t } from '@lingui/core/macro';
import { useEffect, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { usePortal } from '../api/portal.ts';
import { setTitle } from '../browser/document-title.ts';
import { focusHeading, releaseFocus, useLocation } from '../router/router.tsx';
import { isDesk } from '../this-app.ts';

type HeadingProps = {
  title: string;
  /** Used in the document's title instead of `title`, such as "Mine (14)". */
  documentTitle?: string;
  as?: 'h1' | 'h2';
  /** Whether this is the heading of the screen now: it names the document and takes focus on arrival. */
  leads?: boolean;
  className?: string;
  id?: string;
  ref?: RefObject<HTMLHeadingElement | null>;
  children?: ReactNode;
};

/** Renders the heading of a screen: of the list, or of the complaint open beside it. */
export function Heading(props: HeadingProps) {
  const { title, documentTitle = title, as: Tag = 'h1', leads = true, className, id, children } = props;
  const own = useRef<HTMLHeadingElement>(null);
  const ref = props.ref ?? own;
  useLead(ref, documentTitle, leads);
  return (
    <Tag ref={ref} id={id} tabIndex={-1} className={className}>
      {children ?? title}
    </Tag>
  );
}

function useLead(ref: RefObject<HTMLElement | null>, title: string, leads: boolean): void {
  const { pathname } = useLocation();
  const { productName } = usePortal();
  const appName = isDesk ? t`MDA desk` : productName;
  useEffect(() => {
    if (leads) setTitle(`${title} – ${appName}`);
  }, [title, appName, leads, pathname]);
  useEffect(() => {
    if (leads && ref.current) focusHeading(ref.current);
  }, [ref, leads, pathname]);
  useLayoutEffect(() => {
    const heading = ref.current;
    return () => {
      if (heading && document.activeElement === heading) releaseFocus();
    };
  }, [ref]);
}
