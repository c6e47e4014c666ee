import { Alert, Tag } from 'antd';
import type { ReactElement } from 'react';
import { getPlan } from '#kit/common/change/plan.contract.ts';
import { FieldDiffs } from '#kit/console/change/field-diffs.tsx';
import { ImpactCounts } from '#kit/console/change/impact-counts.tsx';
import { PlanGrid } from '#kit/console/change/plan-grid.tsx';
import { textIfAny } from '#kit/console/i18n/i18n.ts';
import { useLanguage, useNamespace, useT } from '#kit/console/i18n/use-t.ts';
import { DetailDrawer } from '#kit/console/page/detail-drawer.tsx';
import { Facts, type Fact } from '#kit/console/page/facts.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { wordsOf } from '#kit/console/page/subject.ts';
import { useLive } from '#kit/console/shell/live/live.ts';
import { numberText, timeText } from '#kit/console/table/formats.ts';
import { requestGet, type RequestDetail, type RequestLine } from '../../common/request.contract.ts';
import { changeRequest } from '../subjects.ts';
import './approvals.css';
import { RequestActions } from './request-actions.tsx';
import { RequestEvents } from './request-events.tsx';

const facts: readonly Fact<RequestDetail>[] = [
  { name: 'state', as: 'enum' },
  { name: 'requesterName' },
  { name: 'at', as: 'time' },
  { name: 'expiresAt', as: 'time' },
  { name: 'reviewBy', as: 'time' },
  { name: 'policy' },
  { name: 'approvers', show: (row) => <Agreed row={row} />, always: true },
  { name: 'moduleName' },
];

/** One request: what it would do, what it would do now, what was said, and the buttons to decide. */
export function RequestDrawer({ id, onClose }: { id: string; onClose: () => void }): ReactElement {
  const read = useRead(requestGet, { id });
  useLive('approval', () => void read.refetch());
  return (
    <DetailDrawer
      subject={changeRequest}
      read={read}
      title={(request) => request.what}
      actions={(request) => <RequestActions request={request} />}
      tabs={(request) => [{ key: 'request', label: request.what, children: <Body request={request} /> }]}
      onClose={onClose}
    />
  );
}

function Body({ request }: { request: RequestDetail }): ReactElement {
  const t = useT('approvals');
  const [language] = useLanguage();
  const rest = request.objectCount - request.lines.length;
  const open = request.state === 'pending' || request.state === 'stale';
  return (
    <>
      <p className="wa-reason">{request.reason ?? <span className="wa-soft">{t('request.noReason')}</span>}</p>
      {request.own && open && (
        <Alert
          className="wa-alert"
          type="info"
          showIcon
          title={t('request.own')}
          {...(request.reason === null && { description: t('request.sayWhy') })}
        />
      )}
      {request.failure !== null && (
        <Alert className="wa-alert" type="warning" showIcon title={t('request.failure', { reason: request.failure })} />
      )}
      <Facts row={request} facts={facts} />
      <section className="wa-part">
        <h3>{t('request.changes')}</h3>
        {!request.unseen && (
          <div className={request.loud ? 'wa-loud' : undefined}>
            <ImpactCounts impact={request.impact} />
          </div>
        )}
        {request.unseen && !request.again && <Alert className="wa-alert" type="warning" showIcon title={t('request.unseen')} />}
        {request.again && <Alert className="wa-alert" type="info" showIcon title={t(request.own ? 'request.againOwn' : 'request.again')} />}
        <Asked request={request} />
        <Live request={request} />
        <Lines lines={request.lines} />
        {request.planId !== null && <PlanLines id={request.planId} />}
        {request.planId === null && rest > 0 && <p className="wa-soft">{t('request.rest', { count: numberText(rest, language) })}</p>}
      </section>
      <RequestEvents request={request} />
    </>
  );
}

/** With what it is asked for, where nobody can say what it does: the filter of an export, its columns. */
function Asked({ request: { asked } }: { request: RequestDetail }): ReactElement | null {
  const t = useT('approvals');
  const [language] = useLanguage();
  if (asked.length === 0) return null;
  const shown = (values: RequestDetail['asked'][number]['values']): string =>
    values.map((value) => (typeof value === 'number' ? timeText(value, language) : value)).join(', ');
  return (
    <section className="whk-facts" aria-label={t('request.asked')}>
      <dl>
        {asked.map(({ name, label, values, more }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>
              {shown(values)} {more > 0 && <small className="wa-soft">{t('request.more', { count: numberText(more, language) })}</small>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** What the same change would do now, where that is something else. */
function Live({ request: { live, unseen } }: { request: RequestDetail }): ReactElement | null {
  const t = useT('approvals');
  if (!live || (unseen && live.state === 'same')) return null;
  if (live.state === 'same') return <Alert className="wa-alert" type="success" showIcon title={t('request.same')} />;
  if (live.state === 'refused')
    return <Alert className="wa-alert" type="error" showIcon title={t('request.refused', { reason: live.reason ?? '' })} />;
  return <Alert className="wa-alert" type="warning" showIcon title={t('request.changed')} description={<Lines lines={live.lines} />} />;
}

function Lines({ lines }: { lines: readonly RequestLine[] }): ReactElement | null {
  if (lines.length === 0) return null;
  return (
    <ul className="wa-lines">
      {lines.map((line, at) => (
        <Line key={`${line.objectId} ${at}`} line={line} />
      ))}
    </ul>
  );
}

function Line({ line }: { line: RequestLine }): ReactElement {
  useNamespace(line.namespace);
  const words = wordsOf(line);
  return (
    <li>
      <header>
        <strong>{line.name}</strong>
        <span className="wa-soft">{words.kind()}</span>
        {line.action !== null && <Tag variant="filled">{textIfAny('kit', `action.${line.action}`) ?? line.action}</Tag>}
      </header>
      <FieldDiffs fields={line.fields} words={words} />
    </li>
  );
}

function Agreed({ row }: { row: RequestDetail }): ReactElement {
  const t = useT('approvals');
  return <>{[t('request.agreed', { count: row.approvers.length, needed: row.needed }), ...row.approvers].join(' · ')}</>;
}

/** The lines of a plan that waits; a plan that is gone leaves its counts. */
function PlanLines({ id }: { id: string }): ReactElement | null {
  const { data } = useRead(getPlan, { id });
  useNamespace(data?.title.namespace ?? 'kit');
  return data ? <PlanGrid plan={data} subject={{ namespace: data.title.namespace, kind: data.kind }} /> : null;
}
