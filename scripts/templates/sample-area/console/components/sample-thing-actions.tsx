import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { RowActions } from '#kit/console/action/row-actions.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { sampleThingPage as page } from '../../common/permissions.ts';
import { sampleThingDisable, sampleThingEnable, sampleThingRemove, type SampleThingRow } from '../../common/sample-thing.contract.ts';
import { sampleThingReadings } from '../sample-thing.subject.ts';
import { EditSampleThing } from './sample-thing-form.tsx';

interface ActionsProps {
  row: Pick<SampleThingRow, 'id' | 'name' | 'enabled'>;
  onRemoved?: () => void;
}

/** What can be done with one of them, from its row or its drawer; what its state forbids is not offered. */
export function SampleThingActions({ row, onRemoved }: ActionsProps): ReactElement {
  const [editing, setEditing] = useState(false);
  const act = { names: [row.name], input: { ids: [row.id] }, invalidates: sampleThingReadings, type: 'text' as const };
  return (
    <>
      <RowActions name={row.name}>
        <Permit code={page.button.update}>
          {(name) => (
            <Button type="text" onClick={() => setEditing(true)}>
              {name}
            </Button>
          )}
        </Permit>
        {row.enabled ? <ActionButton endpoint={sampleThingDisable} {...act} /> : <ActionButton endpoint={sampleThingEnable} {...act} />}
        <ActionButton endpoint={sampleThingRemove} {...act} onDone={() => onRemoved?.()} />
      </RowActions>
      {editing && <EditSampleThing id={row.id} onClose={() => setEditing(false)} />}
    </>
  );
}
