import { ArrowRightOutlined } from '@ant-design/icons';
import { useState, type ReactElement } from 'react';
import { Link } from 'react-router';
import { listBatches } from '#kit/common/change/journal.contract.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { DetailDrawer } from '#kit/console/page/detail-drawer.tsx';
import { Facts, type Fact } from '#kit/console/page/facts.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { SubjectContext, useWords } from '#kit/console/page/subject.ts';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { numberText, timeText } from '#kit/console/table/formats.ts';
import type { Reply } from '#kit/common/contract.ts';
import { warningGet, warningNotices } from '../../common/warning.contract.ts';
import { change, notification, warning } from '../subjects.ts';
import { NamedValues } from './named-values.tsx';
import { ActionButtons } from './action-buttons.tsx';
import { Severity } from './severity.tsx';
import { WarningForm, type WarningAction } from './warning-forms.tsx';

type One = Reply<typeof warningGet>;

/** One warning: facts, when it held, what became of it, who was told, and what was changed before. */
export function WarningDrawer({ id, onClose }: { id: string; onClose: () => void }): ReactElement {
  const t = useT('warnings');
  const read = useRead(warningGet, { id }, { every: 20_000 });
  const [action, setAction] = useState<WarningAction>();
  const one = read.data;
  return (
    <>
      <DetailDrawer<One>
        subject={warning}
        read={read}
        title={(row) => row.text}
        onClose={onClose}
        actions={(row) => <ActionButtons row={row} type="default" onAct={setAction} />}
        tabs={(row) => [
          { key: 'facts', label: t('page.details'), children: <WarningFacts row={row} /> },
          { key: 'timeline', label: t('warning.tab.timeline'), children: <TimeLine row={row} /> },
          { key: 'notices', label: t('warning.tab.notices'), children: <Notices id={id} /> },
          { key: 'before', label: t('warning.tab.before'), children: <Before at={row.firstAt} /> },
        ]}
      />
      {action && one && (
        <WarningForm action={action} ids={[id]} about={{ kind: one.kind, objectId: one.objectId }} onClose={() => setAction(undefined)} />
      )}
    </>
  );
}

const facts: readonly Fact<One>[] = [
  { name: 'severity', show: (row) => <Severity value={row.severity} /> },
  { name: 'state', as: 'enum' },
  { name: 'title' },
  { name: 'moduleName' },
  { name: 'objectName' },
  { name: 'objectId', as: 'code' },
  { name: 'count', as: 'number' },
  { name: 'firstAt', as: 'time' },
  { name: 'lastAt', as: 'time' },
  { name: 'openedAt', as: 'time' },
  { name: 'overSince', as: 'time' },
  { name: 'notified', as: 'number' },
  { name: 'assignee' },
  { name: 'ackBy' },
  { name: 'ackUntil', as: 'time' },
  { name: 'resolvedAt', as: 'time' },
  { name: 'resolution', as: 'enum' },
  { name: 'resolutionText' },
  { name: 'silencedBy' },
  { name: 'inhibitedBy' },
];

function WarningFacts({ row }: { row: One }): ReactElement {
  const t = useT('warnings');
  const { rule } = row;
  return (
    <>
      {row.link !== null && (
        <p>
          <Link to={row.link}>
            {t('warning.repair')} <ArrowRightOutlined aria-hidden="true" />
          </Link>
        </p>
      )}
      <Facts row={row} facts={facts} />
      <NamedValues title={t('warning.factsTitle')} values={row.facts} />
      {row.spans.length > 0 && <Chart row={row} />}
      {rule && (
        <section className="ww-part">
          <h3>{t('warning.rule')}</h3>
          <p>
            {t('warning.ruleText', {
              name: rule.name,
              for: rule.forMinutes === 0 ? t('warning.ruleNow') : t('warning.ruleAfter', { minutes: rule.forMinutes }),
              clear: rule.clearMinutes === 0 ? t('warning.ruleOverNow') : t('warning.ruleOverAfter', { minutes: rule.clearMinutes }),
              repeat: rule.repeatHours,
            })}
          </p>
        </section>
      )}
    </>
  );
}

const weekMillis = 7 * 86_400_000;
/** Of a thousand: what has just begun is seen, too. */
const leastWidth = 3;

/** When it held in the last week, drawn and in words. */
function Chart({ row }: { row: One }): ReactElement {
  const t = useT('warnings');
  const [language] = useLanguage();
  const [now] = useState(() => Date.now());
  const from = now - weekMillis;
  const x = (at: number): number => Math.max(0, ((at - from) / weekMillis) * 1000);
  const hits = row.spans.reduce((sum, span) => sum + span.hits, 0);
  return (
    <section className="ww-part">
      <h3>{t('warning.chart')}</h3>
      <svg className="ww-chart" viewBox="0 0 1000 26" preserveAspectRatio="none" aria-hidden="true">
        {row.spans.map((span) => (
          <rect
            key={span.since}
            x={Math.min(x(span.since), 1000 - leastWidth)}
            y={0}
            height={26}
            width={Math.max(leastWidth, x(span.until ?? now) - x(span.since))}
          />
        ))}
      </svg>
      <p className="ww-soft">{t('warning.chartText', { count: row.spans.length, hits: numberText(hits, language) })}</p>
    </section>
  );
}

function TimeLine({ row }: { row: One }): ReactElement {
  const words = useWords(change);
  const [language] = useLanguage();
  return (
    <ul className="ww-line">
      {row.timeline.map((line) => (
        <li key={`${line.at} ${line.what}`}>
          <time dateTime={new Date(line.at).toISOString()}>{timeText(line.at, language)}</time>
          {words.value('what', line.what)}
          {line.name !== '' && ` · ${line.name}`}
          {line.detail !== null && ` · ${line.detail}`}
        </li>
      ))}
    </ul>
  );
}

function Notices({ id }: { id: string }): ReactElement {
  const words = useWords(notification);
  const [language] = useLanguage();
  const { data } = useRead(warningNotices, { warningId: id, pageSize: 100 });
  if (!data) return <WaitingForm lines={3} />;
  if (data.list.length === 0) return <p className="ww-soft">{words.own('empty')}</p>;
  return (
    <SubjectContext value={notification}>
      <ul className="ww-line">
        {data.list.map((notice) => (
          <li key={notice.id}>
            <time dateTime={new Date(notice.at).toISOString()}>{timeText(notice.at, language)}</time>
            {notice.person} · {words.value('channel', notice.channel)} · {words.value('reason', notice.reason)} ·{' '}
            {words.value('state', notice.state)}
            {notice.suppressedBy !== null && ` (${words.value('suppressedBy', notice.suppressedBy)})`}
            {notice.answer !== null && ` · ${notice.answer}`}
          </li>
        ))}
      </ul>
    </SubjectContext>
  );
}

const halfHour = 30 * 60_000;

/** What was changed before it was first seen. */
function Before({ at }: { at: number }): ReactElement {
  const t = useT('warnings');
  const [language] = useLanguage();
  const { data } = useRead(listBatches, { from: at - halfHour, to: at, pageSize: 50 });
  if (!data) return <WaitingForm lines={3} />;
  return (
    <>
      <p className="ww-soft">{t('warning.beforeHint')}</p>
      {data.list.length === 0 && <p>{t('warning.beforeNone')}</p>}
      <ul className="ww-line">
        {data.list.map((batch) => (
          <li key={batch.id}>
            <time dateTime={new Date(batch.at).toISOString()}>{timeText(batch.at, language)}</time>
            {batch.by.name} · {batch.what} · {batch.objects.join(', ')}
          </li>
        ))}
      </ul>
    </>
  );
}
