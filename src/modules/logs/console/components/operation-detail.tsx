import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { textIfAny } from '#kit/console/i18n/i18n.ts';
import { Facts, type Fact } from '#kit/console/page/facts.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { numberText } from '#kit/console/table/formats.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import { operationGet, type OperationDetailView } from '../../common/operation-log.contract.ts';
import { operationLog } from '../../common/permissions.ts';
import { ApprovalLink } from './approval-link.tsx';
import { Around } from './around.tsx';
import { HoldLink } from './hold-link.tsx';
import { LaterEdits } from './later-edits.tsx';
import { OperationLineView } from './operation-line.tsx';
import { RevertOperation } from './revert-operation.tsx';
import { SealProof } from './seal/seal-proof.tsx';

/** What only one row says of its call. */
const callFacts: readonly Fact<OperationDetailView>[] = [
  { name: 'sessionId', as: 'code' },
  { name: 'userAgent' },
  { name: 'approvalId', show: ({ approvalId }) => approvalId !== null && <ApprovalLink id={approvalId} /> },
];

/** What a call changed: before and after, later edits of the same fields, the way to revert it, and to what belongs together with it. */
export function OperationDetail({ id }: { id: string }): ReactElement {
  const t = useT('logs');
  const [language] = useLanguage();
  const [reverting, setReverting] = useState(false);
  const { data } = useRead(operationGet, { id });
  if (!data) return <WaitingForm lines={3} />;
  const rest = data.lineCount - data.lines.length;
  return (
    <>
      {data.reason !== null && <p className="wl-reason">{data.reason}</p>}
      <Facts row={data} facts={callFacts} />
      <section className="wl-part">
        <h3>{t('operation.changes')}</h3>
        {data.lines.length === 0 && !data.past && <p className="wl-soft">{t('operation.noLines')}</p>}
        {data.past && <p className="wl-soft">{t('operation.past')}</p>}
        {data.lines.map((line) => (
          <OperationLineView key={line.id} line={line} named={data.lineCount > 1} row={id} />
        ))}
        {rest > 0 && <p className="wl-soft">{t('operation.more', { count: numberText(rest, language) })}</p>}
        {data.hidden && <p className="wl-soft">{t('operation.hidden')}</p>}
        {data.mayRevert && (
          <Permit code={operationLog.button.revert}>
            {(name) => (
              <Button danger onClick={() => setReverting(true)}>
                {name}
              </Button>
            )}
          </Permit>
        )}
      </section>
      <LaterEdits edits={data.later} />
      <Noted detail={data.detail} />
      <SealProof id={id} />
      <Around row={data} />
      <Ways data={data} />
      {reverting && <RevertOperation id={id} onClose={() => setReverting(false)} />}
    </>
  );
}

/** What a call said beside the journal. */
function Noted({ detail }: Pick<OperationDetailView, 'detail'>): ReactElement | null {
  const t = useT('logs');
  if (detail.length === 0) return null;
  return (
    <section className="wl-part">
      <h3>{t('operation.noted')}</h3>
      <dl className="whk-diffs">
        {detail.map(({ name, value }) => (
          <div key={name}>
            <dt>{textIfAny('logs', `operation.detail.${name}`) ?? name}</dt>
            <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Ways to what belongs together with a row: the log narrowed to its batch, session or object. */
function Ways({ data }: { data: OperationDetailView }): ReactElement {
  const t = useT('logs');
  const [, setSearch] = useSearchParams();
  const ways = [
    { key: 'sameBatch', filters: data.batchId !== null && data.lineCount > 1 && { batchId: data.batchId } },
    { key: 'openReverting', filters: data.revertedBy !== null && { batchId: data.revertedBy } },
    { key: 'sameObject', filters: data.objectId !== null && { objectId: data.objectId } },
    { key: 'sameSession', filters: data.sessionId !== null && { sessionId: data.sessionId } },
  ] as const;
  return (
    <p className="wl-ways">
      {ways.map(
        ({ key, filters }) =>
          filters && (
            <Button key={key} size="small" onClick={() => setSearch(new URLSearchParams(filters))}>
              {t(`operation.${key}`)}
            </Button>
          ),
      )}
      <HoldLink person={data.uid} object={data.objectId} address={data.address} />
    </p>
  );
}
