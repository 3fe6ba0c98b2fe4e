import { notify } from '@baraza/app/notify';
import { Button } from '@baraza/ui/button';
import { Icon, type IconName } from '@baraza/ui/icon';
import type { ReactNode } from 'react';
import type { CommandInput, Transitions } from '../transition/use-transitions.ts';

type BandProps = { icon: IconName; title: ReactNode; children?: ReactNode; actions?: ReactNode };

/** Renders one line under the header: what it is about, why, what follows, and the decision. */
export function Band({ icon, title, children, actions }: BandProps) {
  return (
    <section className="case-band">
      <Icon name={icon} className="text-gold-ink" />
      <div className="min-w-0 flex-1 basis-60">
        <b>{title}</b>
        {children}
      </div>
      {actions && <span className="flex flex-wrap gap-1.5 max-m:*:flex-1 max-m:basis-full">{actions}</span>}
    </section>
  );
}

/** Quotes why somebody asks. */
export function Reason({ children }: { children: string }) {
  return (
    <q dir="auto" className="break-words whitespace-pre-wrap">
      {children}
    </q>
  );
}

type Acting = {
  transitions: Transitions;
  /** Runs after an action whose button is gone by then. */
  onMoved: () => void;
};
type Waiting = 'discloseIdentity' | 'acceptTransfer' | 'withdrawTransfer' | 'reject';

/** Takes the action that waits, and says that it is done. */
export function ActButton(
  props: Acting & {
    action: Waiting;
    input?: CommandInput;
    done: string;
    primary?: boolean;
    children: ReactNode;
  },
) {
  const { transitions, onMoved, action, input, done, primary, children } = props;
  const act = async () => {
    if (!(await transitions.act(action, input))) return;
    notify.success(done);
    onMoved();
  };
  return (
    <Button
      size="s"
      variant={primary ? 'primary' : undefined}
      loading={transitions.pending === action}
      onClick={() => void act()}
    >
      {children}
    </Button>
  );
}
