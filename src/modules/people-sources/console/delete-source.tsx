import { Button, Radio } from 'antd';
import { useState, type ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import type { FormValues } from '#kit/console/form/form-values.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { sourceDelete, sourceGet, type SourceRow } from '../common/source.contract.ts';
import { source as subject } from './subjects.ts';
import { deletedReadings } from './source-readings.ts';

const F = fieldsOf(sourceDelete.input);

interface DeleteSourceProps {
  /** The action as it was granted. */
  action: string;
  row: Pick<SourceRow, 'id' | 'name' | 'people' | 'departments'>;
  onRun: (runId: string) => void;
}

/** Deletes a source; where people are tied to it, asks what becomes of them. */
export function DeleteSource({ action, row, onRun }: DeleteSourceProps): ReactElement {
  const [asking, setAsking] = useState(false);
  if (row.people + row.departments === 0)
    return (
      <ActionButton
        endpoint={sourceDelete}
        names={[row.name]}
        input={{ ids: [row.id] }}
        type="text"
        confirm="ask"
        invalidates={deletedReadings}
      />
    );
  return (
    <>
      <Button type="text" danger onClick={() => setAsking(true)}>
        {action}
      </Button>
      {asking && <DeleteDialog action={action} row={row} onRun={onRun} onClose={() => setAsking(false)} />}
    </>
  );
}

function DeleteDialog({ action, row, onRun, onClose }: DeleteSourceProps & { onClose: () => void }): ReactElement {
  return (
    <SubjectContext value={subject}>
      <FormDialog
        endpoint={sourceDelete}
        title={`${action}: ${row.name}`}
        initial={{ keepPeople: true }}
        input={(values: FormValues) => ({ ids: [row.id], keepPeople: values['keepPeople'] !== false })}
        invalidates={deletedReadings}
        onSaved={({ runId }) => runId !== null && onRun(runId)}
        onClose={onClose}
      >
        <Choice id={row.id} />
      </FormDialog>
    </SubjectContext>
  );
}

function Choice({ id }: { id: string }): ReactElement {
  const t = useT('user-centre');
  const { data } = useRead(sourceGet, { id });
  const policy = data?.leaverPolicy;
  const kept = policy?.do === 'keep';
  const words = policy && t(`source.leaver.do.${policy.do}`);
  const days = policy?.do === 'quarantine' ? ` (${t('source.leaver.days')}: ${policy.days})` : '';
  return (
    <F.keepPeople
      wide
      {...(words !== undefined && {
        help: kept ? t('source.delete.keepPolicy') : t('source.delete.goHint', { policy: `${words}${days}` }),
      })}
    >
      <Radio.Group
        vertical
        options={[
          { value: true, label: t('source.delete.keep') },
          { value: false, label: t('source.delete.go'), disabled: policy === undefined || kept },
        ]}
      />
    </F.keepPeople>
  );
}
