import { Tag } from 'antd';
import type { ReactElement } from 'react';
import { platformNames, platforms } from '#kit/common/client/platforms.ts';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { RowActions } from '#kit/console/action/row-actions.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter, PickFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { subject } from '#kit/console/page/subject.ts';
import { useList } from '#kit/console/page/use-list.ts';
import { DepartmentPicker } from '#kit/console/pickers/pickers.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { onlineKick, onlineList, onlineStatistics, type OnlineRow } from '../../common/service.contract.ts';
import './addresses.css';

const onlineSubject = subject('message-addresses', 'imOnline');
const nameOf = (platform: number): string => {
  const known = platforms.find((one) => one === platform);
  return known === undefined ? String(platform) : platformNames[known];
};

/** Terminals that are connected now. */
export function OnlinePanel(): ReactElement {
  const t = useT('message-addresses');
  const list = useList(onlineList, { searchKey: 'text' });
  const { data } = useRead(onlineStatistics, {});
  const columns: readonly Column<OnlineRow, typeof onlineSubject>[] = [
    { name: 'name' },
    { name: 'departmentName' },
    { name: 'platform', cell: ({ platform }) => nameOf(platform) },
    { name: 'address', as: 'code' },
    { name: 'since', as: 'time' },
    { name: 'node', optional: true },
  ];
  return (
    <>
      {data && (
        <p className="ma-counts" role="status">
          {t('online.counts', { connections: data.connections, people: data.people })}
          {data.platforms.map(({ platform, connections }) => (
            <Tag key={platform}>{`${nameOf(platform)} ${connections}`}</Tag>
          ))}
        </p>
      )}
      <ListPanel<OnlineRow, typeof onlineSubject>
        subject={onlineSubject}
        list={list}
        columns={columns}
        filters={
          <>
            <SearchFilter list={list} name="text" />
            <EnumFilter list={list} name="platform" />
            <PickFilter list={list} name="departmentId">
              <DepartmentPicker />
            </PickFilter>
          </>
        }
        rowActions={(row) => (
          <RowActions name={row.name}>
            <ActionButton
              endpoint={onlineKick}
              names={[row.name]}
              input={{ ids: [row.id] }}
              confirm="ask"
              invalidates={[onlineList, onlineStatistics]}
            >
              {t('online.kick')}
            </ActionButton>
          </RowActions>
        )}
        empty={<EmptyState title={t('online.empty')} hint={t('online.emptyHint')} />}
      />
    </>
  );
}
