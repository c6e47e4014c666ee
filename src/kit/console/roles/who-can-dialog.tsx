import { Form, Modal, Segmented } from 'antd';
import { useState, type ReactElement } from 'react';
import { useT } from '../i18n/use-t.ts';
import { SearchFilter } from '../page/filters.tsx';
import type { RowOf } from '../page/list-endpoint.ts';
import { ListPanel } from '../page/list-page.tsx';
import type { Subject } from '../page/subject.ts';
import { useList } from '../page/use-list.ts';
import { EmptyState } from '../states/empty-state.tsx';
import type { Column } from '../table/column.ts';
import { AskedPerson, AskedResource } from './asked-fields.tsx';
import { ChainList } from './chain-list.tsx';
import { HeldResources } from './held-resources.tsx';
import { useRoleArea } from './role-area.ts';
import '../form/form.css';

const people: Subject = { namespace: 'kit', kind: 'member' };

/** The other way round: everybody who holds a page or button, or all that a person holds, each with its chains. */
export function WhoCanDialog({ onClose }: { onClose: () => void }): ReactElement {
  const t = useT('kit');
  const [by, setBy] = useState<'code' | 'person'>('code');
  const [code, setCode] = useState<string>();
  const [empId, setEmpId] = useState<string>();
  return (
    <Modal open title={t('role.whoCan')} width={980} footer={null} onCancel={onClose} className="whk-wide-dialog">
      <Segmented<'code' | 'person'>
        aria-label={t('role.whoCanBy')}
        options={[
          { value: 'code', label: t('role.whoCanCode') },
          { value: 'person', label: t('role.whoCanPerson') },
        ]}
        value={by}
        onChange={setBy}
      />
      <Form layout="vertical" className="whk-form">
        {by === 'code' ? <AskedResource value={code} onChange={setCode} /> : <AskedPerson value={empId} onChange={setEmpId} />}
      </Form>
      {by === 'code' && code !== undefined && <Holders key={code} code={code} />}
      {by === 'person' && empId !== undefined && <HeldResources key={empId} empId={empId} />}
    </Modal>
  );
}

type Row = RowOf<ReturnType<typeof useRoleArea>['rights']['whoCan']>;

function Holders({ code }: { code: string }): ReactElement {
  const t = useT('kit');
  const { rights } = useRoleArea();
  const list = useList(rights.whoCan, { inAddress: false, fixed: { code } });
  const columns: readonly Column<Row>[] = [
    { name: 'name' },
    { name: 'account' },
    { name: 'departmentName' },
    {
      name: 'chains',
      wrap: true,
      width: 360,
      cell: (row) => <ChainList chains={row.chains} label={t('role.explainPaths')} />,
    },
  ];
  return (
    <ListPanel
      subject={people}
      list={list}
      columns={columns}
      filters={<SearchFilter list={list} name="text" />}
      empty={<EmptyState title={t('role.whoCanNone')} />}
    />
  );
}
