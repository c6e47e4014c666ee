import { Alert } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { articleCheck } from '../../common/article-reading.contract.ts';

/** What was found in what is written: what keeps it from being published first. */
export function CheckList({ id }: { id: string }): ReactElement | null {
  const t = useT('public-content');
  const { data } = useRead(articleCheck, { id });
  if (!data) return null;
  const { findings } = data;
  if (findings.length === 0) return <Alert type="success" showIcon title={t('check.good')} />;
  const blocking = findings.some(({ blocks }) => blocks);
  return (
    <Alert
      type={blocking ? 'error' : 'warning'}
      showIcon
      title={
        <ul className="mpm-findings">
          {findings
            .toSorted((left, right) => Number(right.blocks) - Number(left.blocks))
            .map(({ kind, language, detail }) => (
              <li key={`${kind} ${language} ${detail}`}>{t(`check.${kind}`, { language: t(`language.${language}`), detail })}</li>
            ))}
        </ul>
      }
    />
  );
}
