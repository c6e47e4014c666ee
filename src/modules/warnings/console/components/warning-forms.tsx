import { useState, type ReactElement } from 'react';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { silenceAdd } from '../../common/silence.contract.ts';
import {
  warningAck,
  warningAssign,
  warningCount,
  warningGet,
  warningHistory,
  warningList,
  warningResolve,
} from '../../common/warning.contract.ts';
import { silence, warning } from '../subjects.ts';

/** What a change of warnings makes old. */
export const warningReadings = [warningList, warningGet, warningCount, warningHistory];

const Ack = fieldsOf(warningAck.input);
const Assign = fieldsOf(warningAssign.input);
const Resolve = fieldsOf(warningResolve.input);
const Silence = fieldsOf(silenceAdd.input);

/** What can be done with warnings. */
export type WarningAction = 'ack' | 'assign' | 'resolve' | 'silence';

interface WarningFormProps {
  action: WarningAction;
  ids: readonly string[];
  /** What a silence is about. */
  about?: { kind: string; objectId: string };
  onClose: () => void;
}

/** The dialog of an action on warnings. */
export function WarningForm({ action, ids, about, onClose }: WarningFormProps): ReactElement {
  const t = useT('warnings');
  const common = { invalidates: warningReadings, onClose };
  const own = [...ids];
  const [soon] = useState(() => Date.now() + 3_600_000);
  const text = (values: Readonly<Record<string, unknown>>, name: string): string => String(values[name] ?? '').trim();
  return (
    <SubjectContext value={action === 'silence' ? silence : warning}>
      {action === 'ack' && (
        <FormDialog
          endpoint={warningAck}
          initial={{ until: null, comment: '' }}
          input={(all) => ({
            ids: own,
            until: typeof all['until'] === 'number' ? all['until'] : null,
            ...(text(all, 'comment') && { comment: text(all, 'comment') }),
          })}
          {...common}
        >
          <Ack.until as="time" help={t('warning.ackHint')} />
          <Ack.comment as="area" />
        </FormDialog>
      )}
      {action === 'assign' && (
        <FormDialog
          endpoint={warningAssign}
          initial={{ employeeId: null, comment: '' }}
          input={(all) => ({
            ids: own,
            employeeId: text(all, 'employeeId') || null,
            ...(text(all, 'comment') && { comment: text(all, 'comment') }),
          })}
          {...common}
        >
          <Assign.employeeId>
            <EmployeePicker />
          </Assign.employeeId>
          <Assign.comment as="area" />
        </FormDialog>
      )}
      {action === 'resolve' && (
        <FormDialog
          endpoint={warningResolve}
          initial={{ comment: '' }}
          input={(all) => ({ ids: own, comment: text(all, 'comment') })}
          {...common}
        >
          <Resolve.comment as="area" help={t('warning.resolveHint')} />
        </FormDialog>
      )}
      {action === 'silence' && (
        <FormDialog
          endpoint={silenceAdd}
          initial={{ until: soon, reason: '' }}
          input={(all) => ({ ...about, until: Number(all['until']), reason: text(all, 'reason') })}
          {...common}
        >
          <Silence.until as="time" help={t('silence.untilHelp')} />
          <Silence.reason as="area" />
        </FormDialog>
      )}
    </SubjectContext>
  );
}
