import { setTitle } from '@baraza/app/document-title';
import { t } from '@lingui/core/macro';
import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { useLocation } from 'react-router';
import { focusHeading } from '../router/route-focus.tsx';

export type HeadingProps = {
  title: string;
  /** In the title of the document instead of `title`, as "Mine (14)". */
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
export function Heading(props: HeadingProps): ReactNode {
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
  useEffect(() => {
    if (!leads) return;
    setTitle(t`${title} – MDA desk`);
  }, [title, leads, pathname]);
  useEffect(() => {
    if (leads && ref.current) focusHeading(ref.current);
  }, [ref, leads, pathname]);
}
