import { Button, Input } from 'antd';
import { useState, type ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { platformCard, tagWidgets } from '../../common/page.contract.ts';
import { systemKeys, type Card, type Tag } from '../../common/tag.ts';
import { takeAlong } from './phone-frame.tsx';

const noLangs = { zh_CN: '', en_US: '', ja_JP: '' };
const systemNames = {
  messages: { zh_CN: '消息', en_US: 'Messages', ja_JP: 'メッセージ' },
  contacts: { zh_CN: '通讯录', en_US: 'Contacts', ja_JP: '連絡先' },
  appCentre: { zh_CN: '应用中心', en_US: 'App centre', ja_JP: 'アプリセンター' },
  me: { zh_CN: '我', en_US: 'Me', ja_JP: 'マイページ' },
} as const;

const newTag = (more: Partial<Tag>): Tag => ({
  tagIndex: 0,
  tagType: 1,
  systemKey: null,
  isLock: 1,
  cardArray: [],
  langs: noLangs,
  icon: null,
  ...more,
});
const newCard = (platformType: 1 | 2, platformId: string | null, name: string): Card => ({
  cardType: 0,
  cardIndex: 0,
  isLock: 1,
  platformId,
  platformType,
  name,
  icon: null,
  intervalTime: platformType === 2 ? 5 : null,
  langs: noLangs,
  isTagConfig: 0,
  tagWidgets: [],
  tagAdverts: [],
});
const widgetCard = (widgetId: string): Card => ({ cardType: 1, cardIndex: 0, isLock: 1, widgetId });

interface PaletteProps {
  appId: string;
  tags: readonly Tag[];
  onAddTag: (tag: Tag) => void;
  /** Puts a card at the end of the tab on screen; undefined where that takes none. */
  onAddCard: ((card: Card) => void) | undefined;
}

/** What may stand on a page: tabs of the application, platform cards, widgets by category. Each is dragged, or put at the end by a click. */
export function Palette({ appId, tags, onAddTag, onAddCard }: PaletteProps): ReactElement {
  const t = useT('app-pages');
  const [text, setText] = useState('');
  const cards = useRead(platformCard.list, { appId, pageSize: 200 }).data?.list ?? [];
  const widgets = useRead(tagWidgets, {}).data?.list ?? [];
  const shown = widgets.filter(({ name, online }) => online && name.toLowerCase().includes(text.trim().toLowerCase()));
  const used = new Set(tags.map(({ systemKey }) => systemKey));
  const full = tags.length >= 8;
  return (
    <section className="pages-palette" aria-label={t('editor.palette')}>
      <h3>{t('editor.systemTabs')}</h3>
      <div className="pages-choices">
        {systemKeys
          .filter((key) => !used.has(key))
          .map((key) => (
            <Button
              key={key}
              size="small"
              disabled={full}
              onClick={() => onAddTag(newTag({ tagType: 0, systemKey: key, langs: systemNames[key] }))}
            >
              {t(`editor.system.${key}`)}
            </Button>
          ))}
        <Button size="small" disabled={full} onClick={() => onAddTag(newTag({ langs: { zh_CN: '首页', en_US: 'Home', ja_JP: 'ホーム' } }))}>
          {t('editor.cardPage')}
        </Button>
      </div>
      <h3>{t('editor.platformCards')}</h3>
      <div className="pages-choices">
        {([1, 2] as const).map((type) => (
          <Source key={type} name={t(`platformCard.platformType.${type}`)} card={newCard(type, null, '')} onAdd={onAddCard} />
        ))}
        {cards
          .filter(({ on }) => on === 1)
          .map((one) => (
            <Source key={one.id} name={one.name} card={newCard(one.platformType, one.id, one.name)} onAdd={onAddCard} />
          ))}
      </div>
      <h3>{t('field.widgets')}</h3>
      <Input
        allowClear
        aria-label={t('editor.searchWidgets')}
        placeholder={t('editor.searchWidgets')}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {[...Map.groupBy(shown, ({ category }) => category)].map(([category, all]) => (
        <div key={category} className="pages-choices">
          {category && <small>{category}</small>}
          {all.map((one) => (
            <Source key={one.id} name={one.name} card={widgetCard(one.id)} onAdd={onAddCard} />
          ))}
        </div>
      ))}
    </section>
  );
}

function Source({ name, card, onAdd }: { name: string; card: Card; onAdd: ((card: Card) => void) | undefined }): ReactElement {
  const t = useT('app-pages');
  return (
    <button
      type="button"
      className="pages-source"
      draggable
      disabled={onAdd === undefined}
      aria-label={t('editor.addCard', { name })}
      onDragStart={(event) => takeAlong(event, { kind: 'new', card })}
      onClick={() => onAdd?.(card)}
    >
      {name}
    </button>
  );
}
