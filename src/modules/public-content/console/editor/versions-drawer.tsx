import { Button, Drawer, Empty, Select, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import { languages, type Language } from '#kit/common/language.ts';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { useNarrow } from '#kit/console/page/use-narrow.ts';
import { article, articleRestore, type ArticleDetail } from '../../common/article.contract.ts';
import { articleDiff, articleVersions, type DiffBlock } from '../../common/article-reading.contract.ts';

interface VersionsProps {
  stored: ArticleDetail;
  language: Language;
  onRestored: () => void;
  onClose: () => void;
}

/** The published versions of an article, each beside what is written now. */
export function VersionsDrawer({ stored, language: first, onRestored, onClose }: VersionsProps): ReactElement {
  const t = useT('public-content');
  const kit = useT('kit');
  const narrow = useNarrow();
  const { data } = useRead(articleVersions, { id: stored.id });
  const [compared, setCompared] = useState<number>();
  const [language, setLanguage] = useState(first);
  const list = data?.list ?? [];
  return (
    <Drawer open title={t('versions.title')} size={narrow ? '100%' : 860} onClose={onClose} closable={{ 'aria-label': kit('form.close') }}>
      {data && list.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('versions.none')} />}
      <ul className="mpm-groups">
        {list.map((one) => (
          <li key={one.n}>
            <div className="mpm-line mpm-wrap">
              <strong>{t('versions.n', { n: one.n })}</strong>
              <span>{new Date(one.at).toLocaleString()}</span>
              <span>{one.byName}</span>
              {one.correction && <Tag color="orange">{t('versions.correction')}</Tag>}
              {one.frozen && <Tag color="blue">{t('versions.frozen')}</Tag>}
              <span className="mpm-grow">{one.note}</span>
              <Button size="small" aria-expanded={compared === one.n} onClick={() => setCompared(compared === one.n ? undefined : one.n)}>
                {t('versions.compare')}
              </Button>
              <ActionButton
                endpoint={articleRestore}
                input={{ id: stored.id, version: stored.version, n: one.n }}
                names={[t('versions.n', { n: one.n })]}
                confirm="ask"
                impact={t('versions.restoreAsk', { n: one.n })}
                size="small"
                invalidates={[article.list]}
                onDone={() => {
                  onRestored();
                  onClose();
                }}
              />
            </div>
            <small className="mpm-hash">sha256 {one.sha256}</small>
            {compared === one.n && (
              <>
                <Select<Language>
                  aria-label={t('preview.language')}
                  value={language}
                  options={languages.map((each) => ({ value: each, label: t(`language.${each}`) }))}
                  onChange={setLanguage}
                />
                <Diff id={stored.id} n={one.n} language={language} />
              </>
            )}
          </li>
        ))}
      </ul>
    </Drawer>
  );
}

function Diff({ id, n, language }: { id: string; n: number; language: Language }): ReactElement | null {
  const t = useT('public-content');
  const { data } = useRead(articleDiff, { id, from: n, to: 0, language });
  if (!data) return null;
  const rows: readonly DiffBlock[] = [data.title, data.digest, ...data.blocks].filter(({ left, right }) => left !== '' || right !== '');
  return (
    <table className="mpm-diff">
      <thead>
        <tr>
          <th scope="col">{t('diff.left', { n })}</th>
          <th scope="col">{t('diff.right')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={at} className={`mpm-diff-${row.kind}`}>
            <td>
              {row.kind !== 'same' && row.left !== '' && <span className="wh-hidden">{t(`diff.${row.kind}`)}: </span>}
              {row.left}
            </td>
            <td>
              {row.kind !== 'same' && row.right !== '' && <span className="wh-hidden">{t(`diff.${row.kind}`)}: </span>}
              {row.right}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
