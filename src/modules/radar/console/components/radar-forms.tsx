import { useState, type ReactElement } from 'react';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { radarAssign, radarSnooze } from '../../common/radar.contract.ts';
import { radarReadings } from '../readings.ts';
import { radarItem } from '../subjects.ts';

const Assign = fieldsOf(radarAssign.input);
const Snooze = fieldsOf(radarSnooze.input);
const weekMillis = 7 * 86_400_000;

/** What can be done with several at once. */
export type RadarAction = 'assign' | 'snooze';

interface RadarFormProps {
  action: RadarAction;
  ids: readonly string[];
  onClose: () => void;
}

/** The dialog of an action. */
export function RadarForm({ action, ids, onClose }: RadarFormProps): ReactElement {
  const t = useT('radar');
  const [soon] = useState(() => Date.now() + weekMillis);
  const common = { invalidates: radarReadings, onClose };
  const own = [...ids];
  return (
    <SubjectContext value={radarItem}>
      {action === 'assign' && (
        <FormDialog
          endpoint={radarAssign}
          initial={{ ownerId: null }}
          input={(all) => ({ ids: own, ownerId: typeof all['ownerId'] === 'string' ? all['ownerId'] : null })}
          {...common}
        >
          <Assign.ownerId help={t('form.owner')}>
            <EmployeePicker />
          </Assign.ownerId>
        </FormDialog>
      )}
      {action === 'snooze' && (
        <FormDialog
          endpoint={radarSnooze}
          initial={{ until: soon, reason: '' }}
          input={(all) => ({
            ids: own,
            until: typeof all['until'] === 'number' ? all['until'] : null,
            reason: String(all['reason'] ?? '').trim(),
          })}
          {...common}
        >
          <Snooze.until as="time" help={t('form.snooze')} />
          <Snooze.reason as="area" />
        </FormDialog>
      )}
    </SubjectContext>
  );
}
