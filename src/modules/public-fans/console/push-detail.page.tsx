import { Button, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import { useParams } from 'react-router';
import { Chart } from '#kit/console/chart/chart.tsx';
import { useMay } from '#kit/console/action/use-may.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { NestedTabs } from '#kit/console/roles/nested-tabs.tsx';
import { later } from '#kit/console/shell/later.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { numberText, timeText } from '#kit/console/table/formats.ts';
import { commentPolicySave } from '../common/comment.contract.ts';
import { commentPage, pushDetailFrame } from '../common/permissions.ts';
import { readStat } from '../common/reader.contract.ts';
import './fans.css';
import { ArticleFigures } from './readers/article-figures.tsx';

const PolicyDialog = later('sno-comment-policy', async () => (await import('./readers/policy-dialog.tsx')).PolicyDialog);

const figures = ['delivered', 'reached', 'read'] as const;

/** One push seen from its readers: figures, reads over time, articles, and below them comments, likes and readers. */
export default function PushDetailPage(): ReactElement {
  const t = useT('public-fans');
  const [language] = useLanguage();
  const may = useMay();
  const { id: pushId = '' } = useParams();
  const { data, error, refetch } = useRead(readStat, { pushId });
  const [setting, setSetting] = useState(false);
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  const waiting = data?.articles.reduce((sum, article) => sum + article.waiting, 0);
  return (
    <>
      <div className="sno-reader-head">
        <h2>{data?.title ?? '…'}</h2>
        {data && <Tag color={data.closed ? 'default' : 'success'}>{t(data.closed ? 'comment.closed' : 'comment.open')}</Tag>}
        {data?.startedAt != null && <time>{timeText(data.startedAt, language)}</time>}
        {may(commentPolicySave) && data && <Button onClick={() => setSetting(true)}>{t('comment.policyTitle')}</Button>}
      </div>
      <dl className="sno-tiles" aria-busy={data === undefined}>
        {figures.map((name) => (
          <div key={name}>
            <dt>{t(`readers.${name}`)}</dt>
            <dd>{data ? numberText(data[name], language) : '—'}</dd>
          </div>
        ))}
        <div>
          <dt>{t('readers.readShare')}</dt>
          <dd>{data && data.delivered > 0 ? `${Math.round((data.read / data.delivered) * 100)}%` : '—'}</dd>
        </div>
      </dl>
      {data && data.hours.length > 1 && (
        <Chart
          title={t('readers.curve')}
          level={3}
          data={{
            kind: 'bar',
            at: data.hours.map(({ at }) => at),
            unit: 'count',
            series: [{ key: 'reads', label: t('readers.reads'), values: data.hours.map(({ reads }) => reads), tone: 'primary' }],
          }}
        />
      )}
      {data && <ArticleFigures articles={data.articles} />}
      <NestedTabs
        page={pushDetailFrame.code.replaceAll('_', '-')}
        {...(waiting !== undefined && waiting > 0 && { counts: { [commentPage.code]: waiting } })}
      />
      {setting && data && <PolicyDialog pushId={pushId} policy={data.policy} onClose={() => setSetting(false)} />}
    </>
  );
}
