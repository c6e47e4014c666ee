import { LockOutlined } from '@ant-design/icons';
import { useState, type DragEvent, type KeyboardEvent, type ReactElement } from 'react';
import type { Language } from '#kit/common/language.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { Card } from '../../common/tag.ts';
import type { PageNames } from './card-names.ts';
import { actions, moved, type Chosen, type PageDraft } from './use-page-draft.ts';
import '../components/pages.css';

/** What is dragged over the page. */
export type Dragged = { kind: 'new'; card: Card } | { kind: 'card'; at: number } | { kind: 'tag'; at: number };
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

/** What was lifted by the keyboard: where it is now, and where it was. */
interface Lift {
  readonly list: Dragged['kind'];
  readonly at: number;
  readonly from: number;
}

/** The page as a terminal draws it: the chosen tab's cards, and the tabs below; both are put in order by mouse and by keyboard. */
export function PhoneFrame(props: PhoneFrameProps): ReactElement {
  const { draft, device, chosen } = props;
  const t = useT('app-pages');
  const [said, setSaid] = useState('');
  const [lift, setLift] = useState<Lift>();
  const hand = { lift, onLift: setLift, onSay: setSaid };
  const at = Math.min(chosen?.tag ?? 0, draft.tags.length - 1);
  return (
    <section className="pages-phone" data-device={device} aria-label={t('editor.phone')}>
      <Cards {...props} {...hand} at={at} />
      <Tabs {...props} {...hand} at={at} />
      <span className="wh-hidden" role="status">
        {said}
      </span>
    </section>
  );
}

/** What the keyboard holds, and what is announced of it. */
interface Hand {
  lift: Lift | undefined;
  onLift: (lift: Lift | undefined) => void;
  onSay: (words: string) => void;
}

interface PartProps extends PhoneFrameProps, Hand {
  at: number;
}

function Cards({ draft, names, language, chosen, at, onChoose, onChange, ...hand }: PartProps): ReactElement {
  const t = useT('app-pages');
  const tag = draft.tags[at];
  const cards = tag?.cardArray ?? [];
  const put = (event: DragEvent, place: number): void => {
    event.preventDefault();
    event.stopPropagation();
    const part = dropped(event);
    if (!part || !tag || tag.tagType !== 1 || part.kind === 'tag') return;
    const to = part.kind === 'card' && part.at < place ? place - 1 : place;
    if (part.kind === 'card') onChange(actions.cards(draft, at, (all) => moved(all, part.at, to)));
    else onChange(actions.cards(draft, at, (all) => [...all.slice(0, place), part.card, ...all.slice(place)]));
    // What was dropped stays the chosen one: its properties are beside it.
    onChoose({ tag: at, card: to });
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
              dragged={{ kind: 'card', at: index }}
              place={index}
              total={cards.length}
              onChoose={() => onChoose({ tag: at, card: index })}
              onMove={(to) => {
                onChange(actions.cards(draft, at, (all) => moved(all, index, to)));
                onChoose({ tag: at, card: to });
              }}
              {...hand}
              vertical
            />
          </li>
        );
      })}
    </ol>
  );
}

function Tabs({ draft, names, language, chosen, at, onChoose, onChange, ...hand }: PartProps): ReactElement {
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
            if (part?.kind !== 'tag') return;
            onChange(actions.moveTag(draft, part.at, index));
            onChoose({ tag: index });
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
              onChange(actions.moveTag(draft, index, to));
              onChoose({ tag: to });
            }}
            {...hand}
          />
        </li>
      ))}
    </ol>
  );
}

interface PartButtonProps extends Hand {
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
}

/** A tag or card: chosen by a click, dragged by mouse; lifted by space, moved by arrows, dropped by space, put back by escape. */
function Part(props: PartButtonProps): ReactElement {
  const { name, note, locked, chosen, dragged, place, total, vertical, lift, onLift, onChoose, onMove, onSay } = props;
  const t = useT('app-pages');
  const list = dragged.kind;
  const lifted = lift?.list === list && lift.at === place;
  const [back, forth] = vertical ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight'];
  const moveTo = (to: number, parts: Element | null): void => {
    onMove(to);
    onSay(t('editor.moved', { name, place: to + 1, total }));
    // What is moved is another element at its new place: the focus goes along.
    requestAnimationFrame(() => parts?.querySelectorAll<HTMLElement>(':scope > li > button').item(to).focus());
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const parts = event.currentTarget.closest('ol');
    if (event.key === ' ') {
      onLift(lifted ? undefined : { list, at: place, from: place });
      onSay(t(lifted ? 'editor.dropped' : 'editor.lifted', { name }));
    } else if (lifted && event.key === 'Escape') {
      onLift(undefined);
      if (lift.from === place) onSay(t('editor.dropped', { name }));
      else moveTo(lift.from, parts);
    } else if (lifted && (event.key === back || event.key === forth)) {
      const to = place + (event.key === back ? -1 : 1);
      if (to >= 0 && to < total) {
        onLift({ ...lift, at: to });
        moveTo(to, parts);
      }
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
      onBlur={() => lifted && onLift(undefined)}
      onClick={onChoose}
    >
      <span>{name}</span>
      {note && <small>{note}</small>}
      {locked && <LockOutlined aria-label={t('editor.locked')} />}
    </button>
  );
}
