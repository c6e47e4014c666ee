import { Drawer, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter, PickFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useSlices } from '#kit/console/page/use-slices.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { decisionList } from '../../common/decision.contract.ts';
import { fileSecurity } from '../../common/permissions.ts';
import { decisionSubject } from '../subjects.ts';
import { DecisionDrawer } from './decision-drawer.tsx';
import './file-security.css';

const colours = { allow: 'success', allowWith: 'gold', block: 'error' } as const;

/** Decisions, the newest first; each opens its steps. */
export function DecisionsDrawer({ onClose }: { onClose: () => void }): ReactElement {
  const t = useT('file-security');
  const kit = useT('kit');
  const list = useSlices(decisionList, { name: 'decision' });
  const [ref, setRef] = useState<string>();
  return (
    <Drawer
      open
      title={useCodeName(fileSecurity.button.decisions)}
      size={1120}
      onClose={onClose}
      closable={{ 'aria-label': kit('form.close') }}
      className="whk-drawer"
    >
      <div className="fs-wide">
        <ListPanel
          subject={decisionSubject}
          list={list}
          columns={[
            { name: 'at', as: 'time', sortable: false },
            { name: 'employeeName', sortable: false },
            { name: 'action', as: 'enum', sortable: false },
            { name: 'fileName', sortable: false },
            {
              name: 'verdict',
              sortable: false,
              cell: ({ verdict }) => <Tag color={colours[verdict]}>{t(`decision.verdict.${verdict}`)}</Tag>,
            },
            { name: 'step', as: 'enum', sortable: false },
            { name: 'ruleName', sortable: false },
            { name: 'address', as: 'code', sortable: false, optional: true },
            { name: 'ref', as: 'code', sortable: false },
          ]}
          filters={
            <>
              <SearchFilter list={list} name="ref" />
              <PickFilter list={list} name="empId">
                <EmployeePicker />
              </PickFilter>
              <EnumFilter list={list} name="verdict" />
              <EnumFilter list={list} name="action" />
            </>
          }
          onOpen={(row) => setRef(row.ref)}
        />
      </div>
      {ref !== undefined && <DecisionDrawer code={ref} onClose={() => setRef(undefined)} />}
    </Drawer>
  );
}
