import { CheckOutlined, ExclamationCircleOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import type { Fact } from '#kit/console/page/facts.tsx';
import { EnumFilter } from '#kit/console/page/filters.tsx';
import { LogPanel } from '#kit/console/page/log-page.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { useSlices } from '#kit/console/page/use-slices.ts';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { dayText } from '#kit/console/table/formats.ts';
import { sealGet, sealList, sealVerify, type SealDay } from '../../../common/seal.contract.ts';
import { seal } from '../../subjects.ts';
import { Moment } from '../moment.tsx';
import { SealKeys } from './seal-keys.tsx';
import { SealRuns, useBegin } from './seal-runs.tsx';
import { atOf } from '../at.tsx';

const columns: readonly Column<SealDay, typeof seal>[] = [
  { name: 'log', as: 'enum', width: 150 },
  { name: 'day', cell: (row) => <UtcDay at={row.day} />, width: 130 },
  { name: 'rows', as: 'number', width: 110 },
  { name: 'state', cell: (row) => <StateMark state={row.state} />, width: 140 },
  { name: 'verifiedAt', as: 'time', cell: ({ verifiedAt }) => atOf(verifiedAt), width: 170 },
  { name: 'firstSeq', as: 'number', width: 120, optional: true },
  { name: 'lastSeq', as: 'number', width: 120, optional: true },
  { name: 'hash', as: 'code' },
];

const facts: readonly Fact<SealDay>[] = [
  { name: 'log', as: 'enum' },
  { name: 'day', show: (row) => <UtcDay at={row.day} /> },
  { name: 'state', show: (row) => <StateMark state={row.state} /> },
  { name: 'rows', as: 'number' },
  { name: 'firstSeq', as: 'number' },
  { name: 'lastSeq', as: 'number' },
  { name: 'verifiedAt', show: (row) => row.verifiedAt !== null && <Moment at={row.verifiedAt} utc /> },
];

const dayMillis = 86_400_000;

/** Days of the sealed logs, what verifications found, and the way to begin one. */
export function SealPanel(): ReactElement {
  const list = useSlices<typeof sealList>(sealList);
  return (
    <LogPanel
      subject={seal}
      list={list}
      get={sealGet}
      columns={columns}
      facts={facts}
      above={() => (
        <>
          <SealRuns />
          <SealKeys />
        </>
      )}
      filters={(slices) => <EnumFilter list={slices} name="log" />}
      detail={(row) => <DayDetail id={row.id} />}
    />
  );
}

/** A day of UTC, in the reader's language. */
function UtcDay({ at }: { at: number }): ReactElement {
  const [language] = useLanguage();
  return <>{dayText(new Date(at).toISOString().slice(0, 10), language)}</>;
}

function StateMark({ state }: { state: SealDay['state'] }): ReactElement {
  const t = useT('logs');
  return (
    <span className="wl-seal" data-state={state}>
      {state === 'verified' && <CheckOutlined aria-hidden="true" />}
      {state === 'broken' && <ExclamationCircleOutlined aria-hidden="true" />}
      {t(`seal.state.${state}`)}
    </span>
  );
}

/** The end of a day's chain, with what covered it. */
function DayDetail({ id }: { id: string }): ReactElement {
  const t = useT('logs');
  const { data } = useRead(sealGet, { id });
  const { granted } = useActionName(sealVerify);
  const begin = useBegin();
  if (!data) return <WaitingForm lines={3} />;
  const values = [
    [t('seal.field.hash'), data.hash],
    [t('seal.before'), data.before],
    [t('seal.signature'), data.signature ?? t('seal.unsigned')],
    [t('seal.keyId'), data.keyId],
    [t('seal.root'), data.root?.root ?? null],
    [t('seal.previousRoot'), data.root?.previousRoot ?? null],
    [t('seal.rootSignature'), data.root?.signature ?? null],
    [t('seal.rootKey'), data.root?.keyId ?? null],
  ] as const;
  return (
    <>
      <dl className="wl-hashes">
        {values.map(
          ([label, value]) =>
            value !== null && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  <code>{value}</code>
                </dd>
              </div>
            ),
        )}
      </dl>
      <section className="wl-part">
        <h3>{t('seal.runs')}</h3>
        <SealRuns runs={data.runs} />
        {granted && (
          <Button onClick={() => void begin({ log: data.log, from: data.day, to: data.day + dayMillis - 1 })}>{t('seal.verifyDay')}</Button>
        )}
      </section>
    </>
  );
}
