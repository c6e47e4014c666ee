import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Tag } from 'antd';
import { useEffect, useState, type ReactElement } from 'react';
import type { Endpoint } from '#kit/common/contract.ts';
import { pick } from '#kit/common/language.ts';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { ImpactLine } from '#kit/console/form/impact-line.tsx';
import { useLeaveGuard } from '#kit/console/form/use-leave-guard.ts';
import { useSave } from '#kit/console/form/use-save.ts';
import { UpDown } from '#kit/console/action/up-down.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { later } from '#kit/console/shell/later.tsx';
import { mostEntries, navSave, type NavEntry, type NavView } from '../../common/nav.contract.ts';
import { NavPreview } from './nav-preview.tsx';
import { NavIcon } from './nav-icon.tsx';

const EntryDrawer = later('nav-entry', async () => (await import('./nav-entry.tsx')).EntryDrawer);

interface NavEditorProps {
  view: NavView;
  readings: readonly Endpoint[];
  /** Something is not saved, or is again. */
  onDirty: (dirty: boolean) => void;
}

/** The draft of a platform: its entries in order, beside the frame in which they stand. */
export function NavEditor({ view, readings, onDirty }: NavEditorProps): ReactElement {
  const t = useT('terminal-settings');
  const { platform, version } = view;
  const { granted, name } = useActionName(navSave);
  const [entries, setEntries] = useState<readonly NavEntry[]>(view.entries);
  const [editing, setEditing] = useState<number>();
  const { save, saving, issues } = useSave(navSave, { invalidates: readings });
  const changed = JSON.stringify(entries) !== JSON.stringify(view.entries);
  useLeaveGuard(changed, () => setEntries(view.entries));
  useEffect(() => {
    onDirty(changed);
    return () => onDirty(false);
  }, [changed, onDirty]);
  const most = mostEntries(platform);
  const swap = (at: number, to: number): void => {
    const next = [...entries];
    [next[at], next[to]] = [next[to]!, next[at]!];
    setEntries(next);
  };
  const input = { platform, version, entries: entries.map((entry) => ({ ...entry })) };
  const edited = editing === undefined ? undefined : entries[editing];
  /** One entry opened first: choosing another takes it from the former one. */
  const write = (at: number, entry: NavEntry): void =>
    setEntries(
      at === entries.length
        ? [...entries.map((one) => (entry.landing ? { ...one, landing: false } : one)), entry]
        : entries.map((one, place) => (place === at ? entry : entry.landing ? { ...one, landing: false } : one)),
    );
  return (
    <div className="ts-nav">
      <section className="ts-card" aria-label={t('nav.entries')}>
        <header>
          <h3>{t('nav.entries')}</h3>
          <span className="ts-soft">{t('nav.count', { n: entries.length, most })}</span>
        </header>
        <ol className="ts-entries">
          {entries.map((entry, at) => (
            <EntryLine
              key={entry.code}
              entry={entry}
              icons={view.icons}
              may={granted}
              onOpen={() => setEditing(at)}
              {...(at > 0 && { onUp: () => swap(at, at - 1) })}
              {...(at < entries.length - 1 && { onDown: () => swap(at, at + 1) })}
              {...(entry.target !== 'me' && { onRemove: () => setEntries(entries.filter((_, place) => place !== at)) })}
            />
          ))}
        </ol>
        {issues.length > 0 && (
          <ul className="ts-bad" role="alert">
            {issues.map(({ path, message }) => (
              <li key={path}>{`${placeOf(path, entries, t('nav.entry'))}${message}`}</li>
            ))}
          </ul>
        )}
        {granted && (
          <footer>
            <OffButton
              icon={<PlusOutlined aria-hidden="true" />}
              off={entries.length >= most && 'most'}
              onClick={() => setEditing(entries.length)}
            >
              {t('nav.add')}
            </OffButton>
            <OffButton type="primary" loading={saving} off={!changed && 'nothing'} onClick={() => void save(input)}>
              {name}
            </OffButton>
            {changed && (
              <Button type="text" onClick={() => setEntries(view.entries)}>
                {t('nav.discard')}
              </Button>
            )}
            <ImpactLine endpoint={navSave} input={changed && !saving ? input : undefined} />
          </footer>
        )}
      </section>
      <NavPreview view={view} entries={entries} saved={!changed} />
      {editing !== undefined && (
        <EntryDrawer
          {...(edited && { entry: edited })}
          icons={view.icons}
          taken={entries.filter((_, at) => at !== editing).map(({ code }) => code)}
          readOnly={!granted}
          onDone={(entry) => write(editing, entry)}
          onClose={() => setEditing(undefined)}
        />
      )}
    </div>
  );
}

/** Which entry a mistake belongs to. */
function placeOf(path: string, entries: readonly NavEntry[], word: string): string {
  const entry = entries[Number(/^entries\.(\d+)\./.exec(path)?.[1])];
  return entry ? `${word} ${entry.code}: ` : '';
}

interface EntryLineProps {
  entry: NavEntry;
  icons: Readonly<Record<string, string>>;
  may: boolean;
  onOpen: () => void;
  onUp?: (() => void) | undefined;
  onDown?: (() => void) | undefined;
  onRemove?: () => void;
}

function EntryLine({ entry, icons, may, onOpen, onUp, onDown, onRemove }: EntryLineProps): ReactElement {
  const t = useT('terminal-settings');
  const [language] = useLanguage();
  const name = pick(entry.name, language);
  return (
    <li data-off={!entry.enabled}>
      <NavIcon entry={entry} icons={icons} />
      <button type="button" className="ts-entry" onClick={onOpen}>
        <strong>{name}</strong>
        <small>{entry.target === 'url' ? (entry.url ?? '') : t(`nav.target.${entry.target}`)}</small>
      </button>
      <span className="ts-tags">
        {entry.landing && <Tag color="blue">{t('nav.field.landing')}</Tag>}
        {entry.lock && <Tag>{t('nav.field.lock')}</Tag>}
        {entry.audience.length > 0 && <Tag>{t('nav.some')}</Tag>}
        {!entry.enabled && <Tag>{t('nav.off')}</Tag>}
      </span>
      {may && (
        <span className="ts-moves">
          <UpDown name={name} up={onUp} down={onDown} />
          <Button
            type="text"
            size="small"
            disabled={!onRemove}
            icon={<DeleteOutlined aria-hidden="true" />}
            aria-label={t('file.remove', { name })}
            onClick={onRemove}
          />
        </span>
      )}
    </li>
  );
}
