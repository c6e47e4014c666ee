import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { pick } from '#kit/common/language.ts';
import { UpDown } from '#kit/console/action/up-down.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { menuStat, type MenuChild, type MenuEntry } from '../../common/menu/menu.contract.ts';
import { mostChildren, mostEntries } from '../../common/menu/words.ts';
import { newEntry, withMoved, type Spot } from './menu-draft.ts';

interface EntryListProps {
  readonly snoId: string;
  readonly draft: readonly MenuEntry[];
  readonly spot: Spot;
  readonly disabled: boolean;
  readonly onChoose: (spot: Spot) => void;
  readonly onChange: (draft: MenuEntry[]) => void;
}

/** The entries in their order, with how often each was opened. */
export function EntryList({ snoId, draft, spot, disabled, onChoose, onChange }: EntryListProps): ReactElement {
  const t = useT('public-replies');
  const [language] = useLanguage();
  const { data } = useRead(menuStat, { snoId });
  const clicks = new Map((data?.list ?? []).map((one) => [one.key, one]));
  const add = (): void => {
    onChange([...draft, { ...newEntry(t('snoMenu.newName')), children: [] }]);
    onChoose({ top: draft.length });
  };
  const addBelow = (top: number): void => {
    const children = draft[top]?.children ?? [];
    onChange(
      draft.map((entry, at) => (at === top ? { ...entry, target: null, children: [...children, newEntry(t('snoMenu.newName'))] } : entry)),
    );
    onChoose({ top, below: children.length });
  };
  const line = (entry: MenuChild, at: Spot, last: number): ReactElement => {
    const name = pick(entry.name, language);
    const n = at.below ?? at.top;
    const counted = clicks.get(entry.key);
    const move = (by: -1 | 1): (() => void) | undefined =>
      disabled || n + by < 0 || n + by > last
        ? undefined
        : () => {
            onChange(withMoved(draft, at, by));
            onChoose(at.below === undefined ? { top: at.top + by } : { top: at.top, below: at.below + by });
          };
    return (
      <span className="rep-entry">
        <button type="button" aria-current={at.top === spot.top && at.below === spot.below} onClick={() => onChoose(at)}>
          <span>{name}</span>
          {counted && (
            <small title={t('snoMenu.clicks')}>{t('snoMenu.clicksOf', { clicks: counted.clicks, people: counted.people })}</small>
          )}
        </button>
        {!disabled && <UpDown name={name} up={move(-1)} down={move(1)} />}
      </span>
    );
  };
  return (
    <>
      <ol className="rep-entries">
        {draft.map((entry, top) => (
          <li key={entry.key}>
            {line(entry, { top }, draft.length - 1)}
            <ol>
              {entry.children.map((child, below) => (
                <li key={child.key}>{line(child, { top, below }, entry.children.length - 1)}</li>
              ))}
            </ol>
            {!disabled && entry.children.length < mostChildren && (
              <Button type="link" size="small" icon={<PlusOutlined aria-hidden="true" />} onClick={() => addBelow(top)}>
                {t('snoMenu.addChild')}
                <span className="wh-hidden">{pick(entry.name, language)}</span>
              </Button>
            )}
          </li>
        ))}
      </ol>
      {!disabled && draft.length < mostEntries && (
        <Button icon={<PlusOutlined aria-hidden="true" />} onClick={add}>
          {t('snoMenu.addEntry')}
        </Button>
      )}
    </>
  );
}
