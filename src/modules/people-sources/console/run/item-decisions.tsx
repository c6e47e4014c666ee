import { Button, Form } from 'antd';
import { useState, type ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { sourceRunResolve, type RunDetail, type RunItem } from '../../common/source-run.contract.ts';
import { sourcePage } from '../../common/source.permissions.ts';
import { runReadings } from '../source-readings.ts';

const open = new Set(['planned', 'held']);

/** What may be decided of one line while its plan waits: leave it out, or say who somebody is. */
export function ItemDecisions({ run, item }: { run: RunDetail; item: RunItem }): ReactElement | null {
  const t = useT('user-centre');
  const [linking, setLinking] = useState(false);
  const isConflict = item.action === 'conflict' && item.objectKind === 'employee';
  const isDone = item.action === 'invalid' || item.action === 'skipped' || item.action === 'unchanged';
  // A conflict does nothing until somebody says who it is.
  if (!open.has(run.state) || run.dryRun || isDone || (item.state !== 'planned' && !isConflict)) return null;
  const act = { names: [item.name], invalidates: runReadings, type: 'text' as const, danger: false, confirm: 'none' as const };
  const input = { runId: run.id, seq: item.seq };
  return (
    <span className="so-decide">
      {isConflict && (
        <>
          <Permit code={sourcePage.button.apply}>
            {() => (
              <Button type="text" onClick={() => setLinking(true)}>
                {t('source.items.link')}
              </Button>
            )}
          </Permit>
          <ActionButton endpoint={sourceRunResolve} input={{ ...input, choice: 'create' }} {...act}>
            {t('source.items.create')}
          </ActionButton>
        </>
      )}
      {item.state === 'planned' && (
        <ActionButton endpoint={sourceRunResolve} input={{ ...input, choice: 'skip' }} {...act}>
          {t('source.items.skip')}
        </ActionButton>
      )}
      {linking && (
        <FormDialog
          endpoint={sourceRunResolve}
          title={t('source.items.linkTitle', { name: item.name })}
          initial={{ objectId: item.candidates[0]?.id ?? null }}
          input={({ objectId }) => ({ ...input, choice: 'link' as const, objectId: String(objectId) })}
          invalidates={runReadings}
          onClose={() => setLinking(false)}
        >
          <Form.Item name="objectId" label={t('source.items.linkWho')} required rules={[{ required: true }]} className="whk-wide">
            <EmployeePicker />
          </Form.Item>
        </FormDialog>
      )}
    </span>
  );
}
