import { usePortal } from '@baraza/app';
import type { IdentityLevel, PortalSettings } from '@baraza/contract';
import { cx, Icon } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';

interface Viewer {
  /** Whether to show the options that require an account. */
  readonly isSignedIn?: boolean;
  readonly isOfficeUnknown?: boolean;
  readonly seenBy?: string | undefined;
  readonly hasPoint?: boolean;
}

const readersOf = ({ isOfficeUnknown }: Viewer) =>
  isOfficeUnknown
    ? t`The oversight office first, then the officers of the MDA that it finds.`
    : t`The officers of the MDA you chose, or of an MDA it passes the complaint to, and the oversight office.`;

/** Names the readers of the words, including the translation service if there is one. */
const readersOfWords = (viewer: Viewer, isTranslated: boolean) =>
  isTranslated
    ? `${readersOf(viewer)} ${t`A translation service may receive them too, to translate them for the reader.`}`
    : readersOf(viewer);

/** Explains each level: who sees name, words and device, and how to follow the complaint. */
function levels(viewer: Viewer & Pick<PortalSettings, 'translation'>) {
  const { isSignedIn, seenBy, translation } = viewer;
  const readers = readersOfWords(viewer, translation !== 'none');
  const discreet = t`Leave out anything that could identify you.`;
  const inRecords = t`Not shown to the MDA. Kept in our security records only.`;
  const nothingKept = t`Nothing is kept: no network address, no browser name, no hidden data in your files.`;
  const inAccount = t`In your account, with emails if you want them.`;
  return [
    {
      level: 'named' as const,
      title: t`Named`,
      summary: t`The office knows who you are. Often the quickest way.`,
      name: seenBy ?? t`Staff of the office, as its rules allow. Every view is recorded.`,
      words: readers,
      device: inRecords,
      follow: inAccount,
    },
    {
      level: 'confidential' as const,
      title: t`Confidential`,
      summary: t`The office reads a made-up name. We keep your real one locked.`,
      name: t`The office reads ‘Citizen 4F7K’. Two people must agree, in writing, to open your name for 24 hours.`,
      words: `${readers} ${discreet}`,
      device: isSignedIn ? inRecords : nothingKept,
      follow: isSignedIn ? inAccount : t`With a receipt code.`,
    },
    {
      level: 'anonymous' as const,
      title: t`Anonymous`,
      summary: t`Nobody knows who you are. Not the office, not us.`,
      name: t`Nobody. We do not ask for it.`,
      words: `${readersOfWords(viewer, translation === 'all')} ${discreet} ${t`A voice can be recognised.`}`,
      device: nothingKept,
      follow: t`Only with a receipt code. If you lose it, nobody can open the complaint.`,
    },
  ];
}

type Sight = Omit<ReturnType<typeof levels>[number], 'title' | 'summary'>;

function rowsOf({ level, name, words, device, follow }: Sight, viewer: Viewer) {
  const isNamed = level === 'named';
  const rows = [
    { label: isNamed ? t`Your name, phone and email` : t`Your name`, text: name, isSeen: isNamed },
    { label: t`Your words, photos and voice`, text: words, isSeen: true },
    { label: t`The phone or computer you use`, text: device, isSeen: false },
    { label: t`How you follow it`, text: follow, isSeen: true },
  ];
  if (!viewer.hasPoint) return rows;
  const text = `${readersOf(viewer)} ${t`They may show where you live or work: you can round or remove them.`}`;
  return [...rows, { label: t`The coordinates you gave`, text, isSeen: true }];
}

interface IdentityChoiceProps extends Viewer {
  readonly chosen: IdentityLevel | null;
  readonly onChoose: (level: IdentityLevel) => void;
  readonly labelledBy: string;
}

/** Cards of the identity levels, with who sees which data; on a phone only the chosen card is open. */
export function IdentityChoice({ chosen, onChoose, labelledBy, ...viewer }: IdentityChoiceProps): ReactNode {
  const { isSignedIn } = viewer;
  const { translation } = usePortal();
  const shown = levels({ ...viewer, translation }).filter(({ level }) => !isSignedIn || level !== 'anonymous');
  return (
    <div
      role="radiogroup"
      aria-labelledby={labelledBy}
      className={cx('grid gap-4', isSignedIn ? 'm:grid-cols-2' : 'l:grid-cols-3')}
    >
      {shown.map(({ level, title, summary, ...sight }) => (
        <div key={level} className={cx('sheet', chosen === level && 'border-brand')}>
          <label className="flex cursor-pointer items-start gap-3 p-4">
            <input
              type="radio"
              name="identity"
              value={level}
              checked={chosen === level}
              onChange={() => onChoose(level)}
              className="mt-1"
            />
            <span className="grid gap-1">
              <strong className="text-h3">{title}</strong>
              <span className="text-md text-ink-2">{summary}</span>
              {level === 'named' && !isSignedIn && (
                <strong className="text-md">{t`Needs an account. You keep your draft.`}</strong>
              )}
            </span>
          </label>
          <dl className={cx('grid', chosen !== level && 'max-l:hidden')}>
            {rowsOf({ level, ...sight }, viewer).map(({ label, text, isSeen }) => (
              <div key={label} className="border-t border-line px-4 py-3">
                <dt className="flex items-center gap-3 text-sm font-semibold text-ink-2">
                  <Icon name={isSeen ? 'eye' : 'eye-off'} className={cx(!isSeen && 'text-resolved-mark')} />
                  {label}
                </dt>
                <dd className="ps-8 text-md">{text}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </div>
  );
}
