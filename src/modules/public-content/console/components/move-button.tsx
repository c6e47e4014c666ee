import { Button, Form } from 'antd';
import { useState, type ReactElement } from 'react';
import { useMay } from '#kit/console/action/use-may.ts';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { material, materialGroup, materialMove } from '../../common/material.contract.ts';
import type { MaterialKind } from '../../common/words.ts';
import { GroupSelect } from './group-select.tsx';

interface MoveButtonProps {
  snoId: string;
  kind: MaterialKind;
  ids: readonly string[];
  onMoved: () => void;
}

/** Puts selected materials into another group. */
export function MoveButton({ snoId, kind, ids, onMoved }: MoveButtonProps): ReactElement | null {
  const t = useT('public-content');
  const may = useMay()(materialMove);
  const [open, setOpen] = useState(false);
  if (!may) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('group.move')}</Button>
      {open && (
        <FormDialog
          endpoint={materialMove}
          title={t('group.move')}
          initial={{ groupId: null }}
          input={(values) => ({ ids: [...ids], groupId: (values['groupId'] as string | undefined) ?? null })}
          invalidates={[material.list, materialGroup.list]}
          onSaved={onMoved}
          onClose={() => setOpen(false)}
        >
          <Form.Item name="groupId" label={t('material.field.groupId')}>
            <GroupSelect snoId={snoId} kind={kind} placeholder={t('group.none')} />
          </Form.Item>
        </FormDialog>
      )}
    </>
  );
}
