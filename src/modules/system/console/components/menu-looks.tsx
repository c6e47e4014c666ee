import { Modal, Segmented } from 'antd';
import { useState, type ReactElement } from 'react';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { languages, pick, type Language } from '#kit/common/language.ts';
import type { ResourceNode } from '../../common/resource.contract.ts';

const languageNames: Readonly<Record<Language, string>> = { zh_CN: '中文', en_US: 'English', ja_JP: '日本語' };

/** How the menu looks to somebody who holds everything, in each language: what is hidden, and what is below it, is not there. */
export function MenuLooks({ nodes, onClose }: { nodes: readonly ResourceNode[]; onClose: () => void }): ReactElement {
  const t = useT('system');
  const [current] = useLanguage();
  const [language, setLanguage] = useState<Language>(current);
  const children = Map.groupBy(
    nodes.filter(({ kind, visible, retiredAt }) => kind === 'menu' && visible && retiredAt === null),
    ({ parent }) => parent,
  );
  return (
    <Modal open title={t('resource.looks')} footer={null} onCancel={onClose}>
      <Segmented<Language>
        aria-label={t('field.language')}
        options={languages.map((one) => ({ value: one, label: languageNames[one] }))}
        value={language}
        onChange={setLanguage}
      />
      <nav className="sys-looks" aria-label={t('resource.looks')} lang={language.replace('_', '-')}>
        <Level parent={null} all={children} language={language} />
      </nav>
    </Modal>
  );
}

interface LevelProps {
  parent: string | null;
  all: ReadonlyMap<string | null, ResourceNode[]>;
  language: Language;
}

function Level({ parent, all, language }: LevelProps): ReactElement | null {
  const nodes = (all.get(parent) ?? []).toSorted((one, other) => one.orderNo - other.orderNo);
  // A group without anything below it is not drawn.
  const drawn = nodes.filter(({ route, code }) => route !== null || (all.get(code) ?? []).length > 0);
  if (drawn.length === 0) return null;
  return (
    <ul>
      {drawn.map((node) => (
        <li key={node.code} data-tab={node.nested}>
          <span>{pick(node.names, language)}</span>
          <Level parent={node.code} all={all} language={language} />
        </li>
      ))}
    </ul>
  );
}
