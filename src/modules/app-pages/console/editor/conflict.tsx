import { Button, Modal } from 'antd';
import type { ReactElement } from 'react';
import type { Language } from '#kit/common/language.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { Tag } from '../../common/tag.ts';
import { placeWords, type PageNames } from './card-names.ts';

interface ConflictProps {
  mine: readonly Tag[];
  theirs: readonly Tag[];
  said: { names: PageNames; language: Language };
  onKeep: () => void;
  onTake: () => void;
  /** Decides nothing yet: the draft stays on screen. */
  onClose: () => void;
}

/** Conflict with a concurrent save: what differs, card by card, and whose version is to stay. */
export function Conflict({ mine, theirs, said, onKeep, onTake, onClose }: ConflictProps): ReactElement {
  const t = useT('app-pages');
  return (
    <Modal
      open
      title={t('editor.conflict')}
      onCancel={onClose}
      footer={[
        <Button key="theirs" onClick={onTake}>
          {t('editor.takeTheirs')}
        </Button>,
        <Button key="mine" type="primary" onClick={onKeep}>
          {t('editor.keepMine')}
        </Button>,
      ]}
    >
      <ul className="pages-differences">
        {differences(mine, theirs).map((path) => {
          const [one, other] = [placeWords(path, mine, said), placeWords(path, theirs, said)];
          return (
            <li key={path}>
              {one === other ? t('editor.differs', { path: one }) : t('editor.differsBy', { mine: one || '–', theirs: other || '–' })}
            </li>
          );
        })}
      </ul>
    </Modal>
  );
}

function differences(mine: readonly Tag[], theirs: readonly Tag[]): string[] {
  const paths: string[] = [];
  const differs = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other);
  for (let at = 0; at < Math.max(mine.length, theirs.length); at += 1) {
    const [one, other] = [mine[at], theirs[at]];
    if (!one || !other || differs({ ...one, cardArray: [] }, { ...other, cardArray: [] })) paths.push(`tagList.${at}`);
    for (let card = 0; card < Math.max(one?.cardArray.length ?? 0, other?.cardArray.length ?? 0); card += 1)
      if (differs(one?.cardArray[card], other?.cardArray[card])) paths.push(`tagList.${at}.cardArray.${card}`);
  }
  return paths;
}
