import { LockOutlined } from '@ant-design/icons';
import { useState, type DragEvent, type KeyboardEvent, type ReactElement } from 'react';
import type { Language } from '#kit/common/language.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { Card } from '../../common/tag.ts';
import type { PageNames } from './card-names.ts';
import { deeds, moved, type Chosen, type PageDraft } from './use-page-draft.ts';
import '../components/pages.css';

/** What is dragged over the page. */
export type Dragged = { kind: 'new'; card: Card } | { kind: 'card'; tag: number; at: number } | { kind: 'tag'; at: number };
const dragType = 'application/x-page-part';

/** Takes something along in a drag. */
export const takeAlong = (event: DragEvent, dragged: Dragged): void => event.dataTransfer.setData(dragType, JSON.stringify(dragged));
const dropped = (event: DragEvent): Dragged | undefined => {
  const text = event.dataTransfer.getData(dragType);
  return text === '' ? undefined : (JSON.parse(text) as Dragged);
};
const allow = (event: DragEvent): void => {
  if (event.dataTransfer.types.includes(dragType)) event.preventDefault();
};

interface PhoneFrameProps {
  draft: PageDraft;
  names: PageNames;
  language: Language;
  device: 'phone' | 'small' | 'tablet' | 'pc';
  chosen: Chosen | undefined;
  onChoose: (chosen: Chosen) => void;
  onChange: (draft: PageDraft) => void;
}

/** The page as a terminal draws it: the chosen tab's cards, and the tabs below; both are put in order by mouse and by keyboard. */
export function PhoneFrame(props: PhoneFrameProps): ReactElement {
  const { draft, device, chosen } = props;
  const t = useT('app-pages');
  const [said, setSaid] = useState('');
  const at = Math.min(chosen?.tag ?? 0, draft.tags.length - 1);
  return (
    <section className="pages-phone" data-device={device} aria-label={t('editor.phone')}>
      <Cards {...props} at={at} onSay={setSaid} />
      <Tabs {...props} at={at} onSay={setSaid} />
      <span className="wh-hidden" role="status">
        {said}
      </span>
    </section>
  );
}

interface PartProps extends PhoneFrameProps {
  at: number;
  onSay: (words: string) => void;
}

function Cards({ draft, names, language, chosen, at, onChoose, onChange, onSay }: PartProps): ReactElement {
  const t = useT('app-pages');
  const tag = draft.tags[at];
  const cards = tag?.cardArray ?? [];
  const put = (event: DragEvent, place: number): void => {
    event.preventDefault();
    event.stopPropagation();
    const part = dropped(event);
    if (!part || !tag || tag.tagType !== 1 || part.kind === 'tag') return;
    if (part.kind === 'new') onChange(deeds.cards(draft, at, (all) => [...all.slice(0, place), part.card, ...all.slice(place)]));
    else if (part.tag === at) onChange(deeds.cards(draft, at, (all) => moved(all, part.at, part.at < place ? place - 1 : place)));
    else {
      const card = draft.tags[part.tag]?.cardArray[part.at];
      if (!card) return;
      const without = deeds.cards(draft, part.tag, (all) => all.filter((_, index) => index !== part.at));
      onChange(deeds.cards(without, at, (all) => [...all.slice(0, place), card, ...all.slice(place)]));
    }
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only a place to drop on: by keyboard the part itself is moved
    <ol
      className="pages-cards"
      onDragOver={allow}
      onDrop={(event) => put(event, cards.length)}
      aria-label={tag ? names.tag(tag, language) : ''}
    >
      {tag?.tagType === 0 && <li className="pages-none">{names.tag(tag, language)}</li>}
      {tag?.tagType === 1 && cards.length === 0 && <li className="pages-none">{t('editor.noCards')}</li>}
      {cards.map((card, index) => {
        const name = names.card(card, language);
        return (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only a place to drop on: by keyboard the part itself is moved
          <li key={index} onDragOver={allow} onDrop={(event) => put(event, index)}>
            <Part
              name={name}
              locked={card.isLock === 1}
              chosen={chosen?.tag === at && chosen.card === index}
              note={card.cardType === 0 ? t(`platformCard.platformType.${card.platformType}`) : undefined}
              dragged={{ kind: 'card', tag: at, at: index }}
              place={index}
              total={cards.length}
              onChoose={() => onChoose({ tag: at, card: index })}
              onMove={(to) => {
                onChange(deeds.cards(draft, at, (all) => moved(all, index, to)));
                onChoose({ tag: at, card: to });
              }}
              onSay={onSay}
              vertical
            />
          </li>
        );
      })}
    </ol>
  );
}

function Tabs({ draft, names, language, chosen, at, onChoose, onChange, onSay }: PartProps): ReactElement {
  return (
    <ol className="pages-tabbar">
      {draft.tags.map((tag, index) => (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only a place to drop on: by keyboard the part itself is moved
        <li
          key={index}
          aria-current={index === at}
          onDragOver={allow}
          onDrop={(event) => {
            event.preventDefault();
            const part = dropped(event);
            if (part?.kind === 'tag') onChange(deeds.moveTag(draft, part.at, index));
          }}
        >
          <Part
            name={names.tag(tag, language)}
            locked={tag.isLock === 1}
            chosen={chosen?.tag === index && chosen.card === undefined}
            dragged={{ kind: 'tag', at: index }}
            place={index}
            total={draft.tags.length}
            onChoose={() => onChoose({ tag: index })}
            onMove={(to) => {
              onChange(deeds.moveTag(draft, index, to));
              onChoose({ tag: to });
            }}
            onSay={onSay}
          />
        </li>
      ))}
    </ol>
  );
}

interface PartButtonProps {
  name: string;
  note?: string | undefined;
  locked: boolean;
  chosen: boolean;
  dragged: Dragged;
  place: number;
  total: number;
  vertical?: true;
  onChoose: () => void;
  onMove: (to: number) => void;
  onSay: (words: string) => void;
}

/** A tag or card: chosen by a click, dragged by mouse; lifted by space, moved by arrows, dropped by space or escape. */
function Part({ name, note, locked, chosen, dragged, place, total, vertical, onChoose, onMove, onSay }: PartButtonProps): ReactElement {
  const t = useT('app-pages');
  const [lifted, setLifted] = useState(false);
  const [back, forth] = vertical ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight'];
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === ' ') {
      setLifted(!lifted);
      onSay(t(lifted ? 'editor.dropped' : 'editor.lifted', { name }));
    } else if (lifted && event.key === 'Escape') setLifted(false);
    else if (lifted && (event.key === back || event.key === forth)) {
      const to = place + (event.key === back ? -1 : 1);
      if (to < 0 || to >= total) return;
      onMove(to);
      onSay(t('editor.moved', { name, place: to + 1, total }));
      // What is moved is another element at its new place: the focus and the lift go along.
      setLifted(false);
      const list = event.currentTarget.closest('ol');
      requestAnimationFrame(() => list?.querySelectorAll<HTMLElement>(':scope > li > button').item(to).focus());
    } else return;
    event.preventDefault();
  };
  return (
    <button
      type="button"
      className="pages-part"
      draggable
      aria-pressed={chosen}
      data-lifted={lifted}
      onDragStart={(event) => takeAlong(event, dragged)}
      onKeyDown={onKeyDown}
      onClick={onChoose}
    >
      <span>{name}</span>
      {note && <small>{note}</small>}
      {locked && <LockOutlined aria-label={t('editor.locked')} />}
    </button>
  );
}
