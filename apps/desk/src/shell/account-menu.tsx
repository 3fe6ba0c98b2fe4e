import {
  chooseLanguage,
  followAccount,
  FormDialog,
  PasswordFields,
  SessionList,
  setTheme,
  type Theme,
  useNavigate,
  usePasswordForm,
  useTheme,
  useWakes,
} from '@baraza/app';
import { languageNames } from '@baraza/contract/core/language';
import { Avatar, Dialog, type IconName, Menu, MenuItem } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { LeaveDialog } from '../lib/leave/leave-dialog.tsx';
import { MailTimesDialog } from '../features/account/profile/mail-times-dialog.tsx';
import { roleWord } from '../lib/format/role-words.ts';
import { currentLanguage, deskLanguages, fetchLanguage, frenchState } from '../lib/i18n/languages.ts';
import { paths } from '../lib/router/paths.ts';
import { fullName, readsComplaints, useMe } from '../lib/api/session.tsx';
import { countDrafts } from '../lib/storage/drafts.ts';
import { LogoutDialog } from '@baraza/app/account/logout-dialog';

type OwnDialog = 'password' | 'mails' | 'sessions' | 'leave' | 'logout';

/** Shows the signed-in person, with theme, language, password, sessions and logout. */
export function AccountMenu() {
  const me = useMe();
  const name = fullName(me);
  const [dialog, setDialog] = useState<OwnDialog | null>(null);
  const navigate = useNavigate();
  const closeDialog = () => setDialog(null);
  useEffect(() => void followAccount(me.language, fetchLanguage).catch(() => undefined), [me.language]);
  const acts: (false | { icon: IconName; text: string; act: () => void })[] = [
    { icon: 'lock', text: t`Change password`, act: () => setDialog('password') },
    readsComplaints(me.role) && { icon: 'mail', text: t`Email notifications`, act: () => setDialog('mails') },
    { icon: 'device', text: t`Where you are logged in`, act: () => setDialog('sessions') },
    { icon: 'phone', text: t`Two-step sign-in`, act: () => navigate(paths.mfa) },
    me.mda !== null && { icon: 'calendar', text: t`When you are away`, act: () => setDialog('leave') },
    { icon: 'logout', text: t`Log Out`, act: () => setDialog('logout') },
  ];
  return (
    <>
      <Menu
        label={t`Your account`}
        className="text-ink"
        trigger={(props) => (
          <button type="button" className="rounded-full p-1" {...props}>
            <Avatar name={name} />
            <span className="sr-only">{t`Account of ${name}`}</span>
          </button>
        )}
      >
        {(close) => (
          <>
            <div className="px-3 py-2">
              <p className="font-semibold">
                <bdi>{name}</bdi>
              </p>
              <p className="text-sm text-ink-2">{roleWord(me.role)}</p>
              <p className="text-sm break-all text-ink-2">{me.email}</p>
            </div>
            <ThemeChoice />
            <LanguageChoice onChoose={close} />
            <div className="mt-1.5 border-t border-line pt-1.5">
              {acts.map(
                (item) =>
                  item && (
                    <MenuItem
                      key={item.icon}
                      icon={item.icon}
                      onClick={() => {
                        close();
                        item.act();
                      }}
                    >
                      {item.text}
                    </MenuItem>
                  ),
              )}
            </div>
          </>
        )}
      </Menu>
      {dialog === 'password' && <PasswordDialog onClose={closeDialog} />}
      {dialog === 'mails' && <MailTimesDialog onClose={closeDialog} />}
      {dialog === 'sessions' && (
        <Dialog onClose={closeDialog} title={t`Where you are logged in`} closeLabel={t`Close`}>
          <SessionList />
        </Dialog>
      )}
      {dialog === 'leave' && <LeaveDialog own person={{ id: me.id, name }} onClose={closeDialog} />}
      {dialog === 'logout' && <LogoutDialog countDrafts={() => countDrafts(me.id)} onClose={closeDialog} />}
    </>
  );
}

function LanguageChoice({ onChoose }: { onChoose: () => void }) {
  const current = currentLanguage();
  return (
    <div role="group" aria-label={t`Language`} className="mt-1.5 border-t border-line pt-1.5">
      {deskLanguages.map((language) => (
        <MenuItem
          key={language}
          icon="globe"
          current={language === current}
          onClick={() => {
            onChoose();
            void chooseLanguage(language, fetchLanguage);
          }}
        >
          <span lang={language}>{languageNames[language]}</span>
          {language === 'fr' && <span className="block text-sm font-normal">{frenchState()}</span>}
        </MenuItem>
      ))}
    </div>
  );
}

function ThemeChoice() {
  const { theme } = useTheme();
  const words: Record<Theme, string> = { system: t`Same as the device`, light: t`Light`, dark: t`Dark` };
  const icons = { system: 'device', light: 'sun', dark: 'moon' } as const;
  return (
    <div role="group" aria-label={t`Theme`} className="border-t border-line pt-1.5">
      {(['system', 'light', 'dark'] as const).map((choice) => (
        <MenuItem key={choice} icon={icons[choice]} current={choice === theme} onClick={() => setTheme(choice)}>
          {words[choice]}
        </MenuItem>
      ))}
    </div>
  );
}

function PasswordDialog({ onClose }: { onClose: () => void }) {
  const form = usePasswordForm(onClose);
  return (
    <FormDialog form={form} title={t`Change password`} ready={useWakes(form)} onClose={onClose}>
      <p className="text-ink-2">{t`You will be logged out everywhere else.`}</p>
      <PasswordFields form={form} />
    </FormDialog>
  );
}
