import { Button, Drawer } from 'antd';
import { useState, type ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { RowActions } from '#kit/console/action/row-actions.tsx';
import { useMay } from '#kit/console/action/use-may.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { RowOf } from '#kit/console/page/list-endpoint.ts';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { useList } from '#kit/console/page/use-list.ts';
import { later } from '#kit/console/shell/later.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { FileCase } from '../../common/case.ts';
import { draftGet, fileSimulate, fileTest } from '../../common/draft.contract.ts';
import { testSubject } from '../subjects.ts';
import './file-security.css';
import { ResultTag } from './result-tag.tsx';

const Simulator = later('file-simulator', async () => (await import('./simulator.tsx')).Simulator);

type Test = RowOf<typeof fileTest.list>;
const readings = [draftGet, fileTest.list];

/** Saved tests, what becomes of each under the draft, and what is done about one that fails. */
export function TestsDrawer({ onClose }: { onClose: () => void }): ReactElement {
  const t = useT('file-security');
  const kit = useT('kit');
  const list = useList(fileTest.list, { name: 'test', inAddress: false });
  const { data: draft } = useRead(draftGet, {});
  const [simulated, setSimulated] = useState<FileCase>();
  const resultOf = (id: string) => draft?.tests.find((one) => one.id === id);
  return (
    <Drawer
      open
      title={t('draft.tests')}
      size={1000}
      onClose={onClose}
      closable={{ 'aria-label': kit('form.close') }}
      className="whk-drawer"
    >
      <div className="fs-wide">
        <ListPanel
          subject={testSubject}
          list={list}
          columns={[
            { name: 'name', sortable: false },
            { name: 'testCase', sortable: false, wrap: true, width: 300, cell: ({ testCase }) => <CaseText one={testCase} /> },
            { name: 'expected', as: 'enum', sortable: false },
            { name: 'id', label: t('fileTest.field.result'), sortable: false, cell: ({ id }) => <ResultTag result={resultOf(id)} /> },
            { name: 'enabled', as: 'enum', sortable: false },
          ]}
          rowActions={(row) => <TestActions row={row} got={resultOf(row.id)?.got} onSimulate={setSimulated} />}
          empty={<EmptyState title={t('fileTest.empty')} hint={t('fileTest.emptyHint')} />}
        />
      </div>
      {simulated && <Simulator begins={{ case: simulated }} onClose={() => setSimulated(undefined)} />}
    </Drawer>
  );
}

interface TestActionsProps {
  row: Test;
  /** What the draft decides; nothing where the test does not run. */
  got: Test['expected'] | undefined;
  onSimulate: (one: FileCase) => void;
}

function TestActions({ row, got, onSimulate }: TestActionsProps): ReactElement {
  const t = useT('file-security');
  const may = useMay();
  const shared = { names: [row.name], invalidates: readings } as const;
  return (
    <RowActions name={row.name}>
      {may(fileSimulate) && (
        <Button type="text" onClick={() => onSimulate(row.testCase)}>
          {t('fileTest.simulate')}
        </Button>
      )}
      {got !== undefined && got !== row.expected && (
        <ActionButton
          {...shared}
          type="text"
          endpoint={fileTest.update}
          input={{ id: row.id, version: row.version, expected: got }}
          called={t('fileTest.expect', { verdict: t(`fileTest.expected.${got}`) })}
        />
      )}
      {row.enabled ? (
        <ActionButton {...shared} type="text" endpoint={fileTest.disable} input={{ ids: [row.id] }} called={t('action.disable')} />
      ) : (
        <ActionButton {...shared} type="text" endpoint={fileTest.enable} input={{ ids: [row.id] }} called={t('action.enable')} />
      )}
      <ActionButton
        {...shared}
        type="text"
        danger
        endpoint={fileTest.delete}
        input={{ ids: [row.id] }}
        called={t('action.delete')}
        confirm="ask"
      />
    </RowActions>
  );
}

function CaseText({ one }: { one: FileCase }): ReactElement {
  const t = useT('file-security');
  const { action, file, address } = one;
  return <>{[t(`fileRule.actions.${action}`), file.name, t(`level.${file.level}`), address].filter(Boolean).join(' · ')}</>;
}
