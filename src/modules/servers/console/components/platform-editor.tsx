import { DeleteOutlined } from '@ant-design/icons';
import { Button, Input, Select } from 'antd';
import { useState, type ReactElement } from 'react';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { useSave } from '#kit/console/form/use-save.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { wordsOf } from '#kit/console/page/subject.ts';
import { platformSave, type PlatformView } from '../../common/platform.contract.ts';
import { serverKinds, type ServerKind } from '../../common/server-facts.ts';
import { serverList } from '../../common/server.contract.ts';
import { readings } from '../readings.ts';
import { platform as platformSubject, serverConfig } from '../subjects.ts';
import { orderNames, orderOf, orders, type Order } from './platform-orders.ts';

type Row = PlatformView['rows'][number];
const everyServer = { pageSize: 1000 } as const;

/** The draft of a platform: which servers of each kind, in which order. */
export function PlatformEditor({ view }: { view: PlatformView }): ReactElement {
  const t = useT('servers');
  const words = wordsOf(platformSubject);
  const kinds = wordsOf(serverConfig);
  const { granted, name } = useActionName(platformSave);
  const [rows, setRows] = useState<readonly Row[]>(view.rows);
  const [minVersion, setMinVersion] = useState(view.minVersion ?? '');
  const { data } = useRead(serverList, everyServer);
  const { save, saving, issues } = useSave(platformSave, { invalidates: readings });
  const changed = JSON.stringify(rows) !== JSON.stringify(view.rows) || minVersion !== (view.minVersion ?? '');
  const left = serverKinds.filter((kind) => !rows.some((row) => row.kind === kind));
  const write = (kind: ServerKind, part: Partial<Row>): void => setRows(rows.map((row) => (row.kind === kind ? { ...row, ...part } : row)));
  const serversOf = (kind: ServerKind) =>
    (data?.list ?? []).filter((server) => server.kind === kind).map(({ id, name: label }) => ({ value: id, label }));
  return (
    <div className="ws-rows">
      {rows.map(({ kind, serverConfigIds, zoneOrder }) => (
        <div key={kind} className="ws-row">
          <label>
            {kinds.value('kind', kind)}
            <Select
              mode="multiple"
              disabled={!granted}
              aria-label={`${kinds.value('kind', kind)}: ${words.field('serverConfigIds')}`}
              placeholder={words.field('serverConfigIds')}
              value={[...serverConfigIds]}
              options={serversOf(kind)}
              showSearch={{ optionFilterProp: 'label' }}
              onChange={(ids: string[]) => write(kind, { serverConfigIds: ids })}
            />
          </label>
          <Select<Order>
            disabled={!granted}
            aria-label={`${kinds.value('kind', kind)}: ${words.field('zoneOrder')}`}
            value={orderOf(zoneOrder)}
            options={orderNames.map((value) => ({ value, label: t(`platform.${value}`) }))}
            onChange={(order) => write(kind, { zoneOrder: [...orders[order]] })}
          />
          {granted && (
            <Button
              type="text"
              icon={<DeleteOutlined aria-hidden="true" />}
              aria-label={t('platform.removeKind', { kind: kinds.value('kind', kind) })}
              onClick={() => setRows(rows.filter((row) => row.kind !== kind))}
            />
          )}
        </div>
      ))}
      {granted && left.length > 0 && (
        <Select<ServerKind | null>
          aria-label={t('platform.addKind')}
          placeholder={t('platform.addKind')}
          value={null}
          options={left.map((value) => ({ value, label: kinds.value('kind', value) }))}
          onChange={(kind) => kind && setRows([...rows, { kind, serverConfigIds: [], zoneOrder: ['outer', 'inner'] }])}
        />
      )}
      <label>
        {words.field('minVersion')}
        <Input maxLength={40} disabled={!granted} value={minVersion} onChange={(event) => setMinVersion(event.target.value)} />
      </label>
      {issues.length > 0 && (
        <ul className="ws-bad" role="alert">
          {issues.map(({ path, message }) => (
            <li key={path}>{message}</li>
          ))}
        </ul>
      )}
      {granted && (
        <span>
          <OffButton
            type="primary"
            loading={saving}
            off={!changed && 'nothing'}
            onClick={() =>
              void save({
                platform: view.platform,
                version: view.version,
                rows: rows.map((row) => ({ ...row })),
                minVersion: minVersion.trim() || null,
              })
            }
          >
            {name}
          </OffButton>
        </span>
      )}
    </div>
  );
}
