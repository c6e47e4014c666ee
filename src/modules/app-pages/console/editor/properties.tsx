import { Button, Checkbox, Input, InputNumber, Select } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import type { Issue } from '#kit/common/codes.ts';
import { languages } from '#kit/common/language.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { Card, PlatformCard, Tag } from '../../common/tag.ts';
import { WidgetsInput } from '../components/cards-panel.tsx';
import { AdvertsEditor } from './adverts-editor.tsx';
import { actions, moved, type Chosen, type PageDraft } from './use-page-draft.ts';

interface PropertiesProps {
  draft: PageDraft;
  chosen: Chosen | undefined;
  /** What was refused of the draft as it stands, by its paths. */
  issues: readonly Issue[];
  onChange: (draft: PageDraft) => void;
  onChoose: (chosen: Chosen | undefined) => void;
}

/** What can be said of the chosen tag or card. */
export function Properties(props: PropertiesProps): ReactElement {
  const { draft, chosen } = props;
  const t = useT('app-pages');
  const tag = chosen && draft.tags[chosen.tag];
  const card = tag && chosen.card !== undefined ? tag.cardArray[chosen.card] : undefined;
  return (
    <section className="pages-properties" aria-label={t('editor.properties')}>
      <h3>{t('editor.properties')}</h3>
      {!tag || !chosen ? (
        <p className="pages-none">{t('editor.nothingChosen')}</p>
      ) : card && chosen.card !== undefined ? (
        <CardFields {...props} tag={chosen.tag} at={chosen.card} card={card} total={tag.cardArray.length} />
      ) : (
        <TagFields {...props} at={chosen.tag} tag={tag} />
      )}
    </section>
  );
}

function TagFields({ draft, at, tag, onChange, onChoose }: PropertiesProps & { at: number; tag: Tag }): ReactElement {
  const t = useT('app-pages');
  const set = (change: Partial<Tag>): void => onChange(actions.setTag(draft, at, change));
  return (
    <>
      <Names langs={tag.langs} onChange={(langs) => set({ langs })} />
      <Row label={t('editor.icon')}>
        <Input
          aria-label={t('editor.icon')}
          value={tag.icon ?? ''}
          maxLength={20}
          onChange={({ target }) => set({ icon: target.value || null })}
        />
      </Row>
      <Place
        at={at}
        total={draft.tags.length}
        onMove={(to) => {
          onChange(actions.moveTag(draft, at, to));
          onChoose({ tag: to });
        }}
      />
      <Lock on={tag.isLock} edit={draft.edit} onChange={(isLock) => set({ isLock })} />
      <Button
        danger
        disabled={tag.systemKey === 'me' && draft.tags.length === 1}
        onClick={() => {
          onChange(actions.removeTag(draft, at));
          onChoose(undefined);
        }}
      >
        {t('factor.remove')}
      </Button>
    </>
  );
}

interface CardFieldsProps extends PropertiesProps {
  tag: number;
  at: number;
  card: Card;
  total: number;
}

function CardFields({ draft, tag, at, card, total, issues, onChange, onChoose }: CardFieldsProps): ReactElement {
  const t = useT('app-pages');
  const put = (next: Card): void => onChange(actions.cards(draft, tag, (all) => all.map((one, index) => (index === at ? next : one))));
  return (
    <>
      {card.cardType === 0 && <PlatformFields card={card} issues={below(issues, `tagList.${tag}.cardArray.${at}.`)} onChange={put} />}
      <Place
        at={at}
        total={total}
        onMove={(to) => {
          onChange(actions.cards(draft, tag, (all) => moved(all, at, to)));
          onChoose({ tag, card: to });
        }}
      />
      <Lock on={card.isLock} edit={draft.edit} onChange={(isLock) => put({ ...card, isLock })} />
      <Button
        danger
        onClick={() => {
          onChange(actions.cards(draft, tag, (all) => all.filter((_, index) => index !== at)));
          onChoose({ tag });
        }}
      >
        {t('factor.remove')}
      </Button>
    </>
  );
}

/** The issues whose paths begin so, by the rest of these. */
const below = (issues: readonly Issue[], start: string): Issue[] =>
  issues.filter(({ path }) => path.startsWith(start)).map(({ path, message }) => ({ path: path.slice(start.length), message }));

interface PlatformFieldsProps {
  card: PlatformCard;
  issues: readonly Issue[];
  onChange: (card: PlatformCard) => void;
}

function PlatformFields({ card, issues, onChange }: PlatformFieldsProps): ReactElement {
  const t = useT('app-pages');
  const set = (change: Partial<PlatformCard>): void => onChange({ ...card, ...change });
  return (
    <>
      <Names langs={card.langs} onChange={(langs) => set({ langs })} />
      <Row label={t('editor.icon')}>
        <Input
          aria-label={t('editor.icon')}
          value={card.icon ?? ''}
          maxLength={20}
          onChange={({ target }) => set({ icon: target.value || null })}
        />
      </Row>
      {card.platformType === 2 && (
        <Row label={t('editor.interval')}>
          <InputNumber
            aria-label={t('editor.interval')}
            min={2}
            max={30}
            precision={0}
            value={card.intervalTime}
            onChange={(intervalTime) => set({ intervalTime })}
          />
        </Row>
      )}
      <Checkbox checked={card.isTagConfig === 1} onChange={({ target }) => set({ isTagConfig: target.checked ? 1 : 0 })}>
        {t('editor.ownContent')}
      </Checkbox>
      {card.isTagConfig === 1 && card.platformType === 1 && (
        <Row label={t('editor.cardWidgets')}>
          <WidgetsInput label={t('editor.cardWidgets')} value={card.tagWidgets} onChange={(tagWidgets) => set({ tagWidgets })} />
        </Row>
      )}
      {card.isTagConfig === 1 && card.platformType === 2 && (
        <AdvertsEditor adverts={card.tagAdverts} issues={below(issues, 'tagAdverts.')} onChange={(tagAdverts) => set({ tagAdverts })} />
      )}
    </>
  );
}

function Names({ langs, onChange }: { langs: Tag['langs']; onChange: (langs: Tag['langs']) => void }): ReactElement {
  const t = useT('app-pages');
  const kit = useT('kit');
  return (
    <Row label={t('field.name')}>
      {languages.map((language) => (
        <Input
          key={language}
          aria-label={`${t('field.name')}: ${kit(`lang.${language}`)}`}
          prefix={<small>{kit(`lang.${language}`)}</small>}
          lang={language.replace('_', '-')}
          maxLength={12}
          placeholder={langs.zh_CN}
          value={langs[language]}
          onChange={({ target }) => onChange({ ...langs, [language]: target.value })}
        />
      ))}
    </Row>
  );
}

function Place({ at, total, onMove }: { at: number; total: number; onMove: (to: number) => void }): ReactElement {
  const t = useT('app-pages');
  return (
    <Row label={t('editor.place')}>
      <Select
        aria-label={t('editor.place')}
        value={at}
        options={Array.from({ length: total }, (_, value) => ({ value, label: String(value + 1) }))}
        onChange={onMove}
      />
    </Row>
  );
}

function Lock({ on, edit, onChange }: { on: 0 | 1; edit: 0 | 1; onChange: (on: 0 | 1) => void }): ReactElement {
  const t = useT('app-pages');
  return (
    <div>
      <Checkbox checked={edit === 0 || on === 1} disabled={edit === 0} onChange={({ target }) => onChange(target.checked ? 1 : 0)}>
        {t('editor.locked')}
      </Checkbox>
      {edit === 0 && <small>{t('editor.lockHint')}</small>}
    </div>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }): ReactElement {
  return (
    <div className="pages-row">
      <span>{label}</span>
      {children}
    </div>
  );
}
