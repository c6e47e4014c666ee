import { SearchOutlined } from '@ant-design/icons';
import { Modal, Spin } from 'antd';
import { useId, useMemo, useState, type KeyboardEvent, type ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { useT } from '../../i18n/use-t.ts';
import { foundGroups, usePalette, type Found, type FoundGroup } from './palette-search.ts';

/** Ctrl+K: pages, people and settings by typing (ARIA combobox with a list, WAI-ARIA 1.2). */
export function Palette({ onClose }: { onClose: () => void }): ReactElement {
  const t = useT('kit');
  return (
    <Modal
      open
      onCancel={onClose}
      footer={null}
      closable={false}
      width={620}
      style={{ top: 80 }}
      title={<span className="wh-hidden">{t('palette.title')}</span>}
      className="wh-palette"
    >
      <Search onClose={onClose} />
    </Modal>
  );
}

/** So many of a kind are shown at once. */
const few = 5;
const moreKey = 'more ';

/** The first of a kind, and an entry that shows all of them. */
function firstOf(all: readonly Found[], group: FoundGroup, whole: readonly FoundGroup[], more: (count: number) => string): Found[] {
  const own = all.filter((one) => one.group === group);
  if (own.length <= few + 1 || whole.includes(group)) return own;
  return [...own.slice(0, few), { key: `${moreKey}${group}`, group, name: more(own.length), detail: '' }];
}

function Search({ onClose }: { onClose: () => void }): ReactElement {
  const t = useT('kit');
  const navigate = useNavigate();
  const listId = useId();
  const [words, setWords] = useState('');
  const [at, setAt] = useState(0);
  const { found: all, pending } = usePalette(words);
  const [whole, setWhole] = useState<readonly FoundGroup[]>([]);
  // A few of each kind, and the way to the others of it.
  const found = useMemo(
    () => foundGroups.flatMap((group) => firstOf(all, group, whole, (count) => t('palette.showAll', { count }))),
    [all, whole, t],
  );
  const chosen = found[Math.min(at, found.length - 1)];
  const choose = (one: Found | undefined): void => {
    if (!one) return;
    if (one.key.startsWith(moreKey)) return setWhole([...whole, one.group]);
    onClose();
    one.run?.();
    if (one.to !== undefined) void navigate(one.to);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) choose(chosen);
    else if (step !== undefined && found.length > 0) setAt((Math.min(at, found.length - 1) + step + found.length) % found.length);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <label className="wh-palette-input">
        <SearchOutlined aria-hidden="true" />
        <input
          autoFocus
          role="combobox"
          aria-label={t('frame.searchHint')}
          aria-expanded={found.length > 0}
          aria-controls={listId}
          aria-activedescendant={chosen && `${listId}-${chosen.key}`}
          aria-autocomplete="list"
          placeholder={t('frame.searchHint')}
          maxLength={100}
          value={words}
          onChange={(event) => (setWords(event.target.value), setAt(0), setWhole([]))}
          onKeyDown={onKeyDown}
        />
        {pending && <Spin size="small" />}
      </label>
      <Results id={listId} found={found} chosen={chosen} onChoose={choose} />
      <p className="wh-palette-hint">
        <span role="status">{found.length > 0 ? t('palette.count', { count: all.length }) : t('palette.none')}</span> · {t('palette.hint')}
      </p>
    </>
  );
}

interface ResultsProps {
  id: string;
  found: readonly Found[];
  chosen: Found | undefined;
  onChoose: (one: Found) => void;
}

function Results({ id, found, chosen, onChoose }: ResultsProps): ReactElement {
  const t = useT('kit');
  const groups = foundGroups
    .map((group) => ({ group, items: found.filter((one) => one.group === group) }))
    .filter(({ items }) => items.length > 0);
  return (
    <div role="listbox" id={id} aria-label={t('palette.title')} className="wh-palette-list">
      {groups.map(({ group, items }) => (
        <div key={group} role="group" aria-label={t(`palette.${group}`)}>
          <div className="wh-palette-group" aria-hidden="true">
            {t(`palette.${group}`)}
          </div>
          {items.map((one) => (
            // The keyboard works on the input, which names the chosen option.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- see above
            <div
              key={one.key}
              id={`${id}-${one.key}`}
              role="option"
              aria-selected={one === chosen}
              tabIndex={-1}
              ref={(node) => void (one === chosen && node?.scrollIntoView({ block: 'nearest' }))}
              onClick={() => onChoose(one)}
            >
              <span>{one.name}</span>
              <small>{one.detail}</small>
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
