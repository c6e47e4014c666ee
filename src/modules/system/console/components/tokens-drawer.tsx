import { PlusOutlined } from '@ant-design/icons';
import { Button, Drawer, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import { ActionButton, useActionName } from '#kit/console/action/action-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { subject } from '#kit/console/page/subject.ts';
import { useList } from '#kit/console/page/use-list.ts';
import { useNarrow } from '#kit/console/page/use-narrow.ts';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { later } from '#kit/console/shell/later.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { tokenAdd, tokenList, tokenRemove, type TokenRow } from '../../common/token.contract.ts';

const token = subject('system', 'apiToken');
const AddToken = later('add-token', async () => (await import('./add-token.tsx')).AddToken);

const columns: readonly Column<TokenRow, typeof token>[] = [
  { name: 'name' },
  { name: 'employeeName', cell: (row) => `${row.employeeName} (${row.account})` },
  { name: 'prefix', as: 'code' },
  { name: 'state', cell: (row) => <State row={row} /> },
  { name: 'codes', cell: (row) => <Codes row={row} /> },
  { name: 'stepUps', cell: (row) => row.stepUps.join(', ') || '—', optional: true },
  { name: 'networks', cell: (row) => row.networks.join(', ') || '—', optional: true },
  { name: 'expiresAt', as: 'time' },
  { name: 'lastUsedAt', as: 'time' },
  { name: 'lastAddress', as: 'code', optional: true },
  { name: 'createdBy', optional: true },
];

function State({ row: { state } }: { row: TokenRow }): ReactElement {
  const t = useT('system');
  return <Tag color={state === 'active' ? 'blue' : 'gold'}>{t(`apiToken.state.${state}`)}</Tag>;
}

function Codes({ row: { codes, effective } }: { row: TokenRow }): ReactElement {
  const t = useT('system');
  return (
    <span title={codes.join('\n')}>
      {effective === codes.length ? codes.length : t('apiToken.effective', { effective, count: codes.length })}
    </span>
  );
}

const MadeToken = later('made-token', async () => (await import('./made-token.tsx')).MadeToken);

interface TokensDrawerProps {
  /** Whose tokens; everybody's in range unless said. */
  employee?: { id: string; name: string };
  onClose: () => void;
}

/** Tokens by which programs call for people. */
export function TokensDrawer({ employee, onClose }: TokensDrawerProps): ReactElement {
  const t = useT('system');
  const kit = useT('kit');
  const narrow = useNarrow();
  const [adding, setAdding] = useState(false);
  const [made, setMade] = useState<string>();
  const { name } = useActionName(tokenAdd);
  const list = useList(tokenList, { inAddress: false, ...(employee && { fixed: { employeeId: employee.id } }) });
  const add = (
    <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={() => setAdding(true)}>
      {t('apiToken.add')}
    </Button>
  );
  return (
    <Drawer
      open
      size={narrow ? '100%' : 980}
      title={employee ? t('apiToken.of', { name: employee.name }) : name}
      onClose={onClose}
      closable={{ 'aria-label': kit('form.close') }}
    >
      <p>{t('apiToken.help')}</p>
      <ListPanel
        subject={token}
        list={list}
        columns={columns}
        filters={
          <>
            <SearchFilter list={list} name="text" />
            <EnumFilter list={list} name="state" />
            {add}
          </>
        }
        bulk={(selection) => (
          <ActionButton
            endpoint={tokenRemove}
            names={selection.rows.map((row) => row.name)}
            input={{ ids: [...selection.ids] }}
            confirm="ask"
            danger
            invalidates={[tokenList]}
            onDone={selection.clear}
          >
            {t('apiToken.delete')}
          </ActionButton>
        )}
        empty={<EmptyState title={t('apiToken.empty')} hint={t('apiToken.emptyHint')} action={add} />}
      />
      {adding && <AddToken {...(employee && { employee })} onMade={setMade} onClose={() => setAdding(false)} />}
      {made !== undefined && <MadeToken token={made} onClose={() => setMade(undefined)} />}
    </Drawer>
  );
}
