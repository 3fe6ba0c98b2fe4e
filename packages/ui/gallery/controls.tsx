import { useState, type ReactNode } from 'react';
import { Button, Dialog, Drawer, Icon, IconButton, iconNames, Menu, MenuItem, RatingField } from '@baraza/ui';
import { toast, Toaster } from '@baraza/ui/toaster';
import { Section } from './section.tsx';

const variants = ['primary', 'gold', 'outline', 'quiet', 'danger', 'danger-quiet'] as const;
const answers = ['Very Dissatisfied', 'Dissatisfied', 'Neutral', 'Satisfied', 'Very Satisfied'];

export function Controls(): ReactNode {
  const [busy, setBusy] = useState(false);
  const [dialog, setDialog] = useState(false);
  const [drawer, setDrawer] = useState(false);
  const [rating, setRating] = useState<number | null>(null);
  return (
    <Section title="Buttons, menus, dialogs, toasts">
      <div className="flex flex-wrap gap-3">
        {variants.map((variant) => (
          <Button key={variant} variant={variant} icon="plus">
            {variant}
          </Button>
        ))}
        <Button disabled>Disabled</Button>
        <Button variant="primary" loading={busy} loadingText="Logging in…" onClick={() => setBusy(true)}>
          Login
        </Button>
        <Button size="s">Small</Button>
        <IconButton icon="bell" label="Notifications (3)" badge={3} />
        <IconButton icon="moon" label="Dark theme" />
      </div>
      <div className="flex flex-wrap gap-2">
        {iconNames.map((name) => (
          <Icon key={name} name={name} />
        ))}
      </div>
      <div className="flex flex-wrap gap-3">
        <Menu
          label="Language"
          align="start"
          trigger={(props) => (
            <Button {...props} variant="quiet" icon="user">
              English
            </Button>
          )}
        >
          {(close) => (
            <>
              <MenuItem current onClick={close}>
                English
              </MenuItem>
              <MenuItem onClick={close} lang="fr">
                Français
              </MenuItem>
            </>
          )}
        </Menu>
        <Menu
          label="Notifications (1)"
          sheet
          trigger={(props) => <IconButton {...props} icon="bell" label="Notifications (1)" badge={1} />}
        >
          {(close) => (
            <>
              <div className="flex items-center justify-between ps-3">
                <h3>Notifications (1)</h3>
                <IconButton icon="close" label="Close notifications" onClick={close} />
              </div>
              <a href="#top" className="block p-3" onClick={close}>
                Road Authority answered
              </a>
            </>
          )}
        </Menu>
        <Button onClick={() => setDialog(true)}>Open dialog</Button>
        <Button onClick={() => setDrawer(true)}>Open drawer</Button>
        <Button onClick={() => toast.success('Complaint submitted successfully!')}>Success toast</Button>
        <Button onClick={() => toast.error('All fields are required', { position: 'top' })}>Error toast</Button>
      </div>
      {dialog && (
        <Dialog
          onClose={() => setDialog(false)}
          title="We Value Your Replies!"
          closeLabel="Close"
          size="l"
          footer={
            <>
              <Button onClick={() => setDialog(false)}>Cancel</Button>
              <Button variant="primary" onClick={() => toast.success('Thank you!')}>
                Submit
              </Button>
            </>
          }
        >
          <RatingField
            label="How satisfied are you?"
            name="rating"
            required
            value={rating}
            onChange={setRating}
            words={answers}
          />
        </Dialog>
      )}
      {drawer && (
        <Drawer onClose={() => setDrawer(false)} label="Main menu">
          <div className="grid gap-2 p-4">
            <IconButton icon="close" label="Close menu" onClick={() => setDrawer(false)} />
            <a href="#top">Complaints</a>
          </div>
        </Drawer>
      )}
      <Toaster label="Notifications (Alt+T)" closeLabel="Close" />
    </Section>
  );
}
