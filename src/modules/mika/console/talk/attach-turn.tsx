import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { ObjectPicker } from '#kit/console/pickers/object-picker.tsx';
import { missedAttach } from '../../common/knowledge.contract.ts';
import { scene } from '../../common/scene.contract.ts';
import { missedSubject } from '../subjects.ts';

const F = fieldsOf(missedAttach.input);

/** Adds the sentence of a turn to a scene. */
export function AttachTurn({ turnId }: { turnId: string }): ReactElement | null {
  const t = useT('mika');
  const { granted, name } = useActionName(missedAttach);
  const [open, setOpen] = useState(false);
  if (!granted) return null;
  return (
    <>
      <Button type="text" size="small" onClick={() => setOpen(true)}>
        {name}
      </Button>
      {open && (
        <SubjectContext value={missedSubject}>
          <FormDialog
            endpoint={missedAttach}
            title={t('missed.attachTitle')}
            initial={{}}
            input={({ sceneId }) => ({ turnId, sceneId: String(sceneId) })}
            invalidates={[scene.list]}
            onClose={() => setOpen(false)}
          >
            <F.sceneId>
              <ObjectPicker list={scene.list} required />
            </F.sceneId>
          </FormDialog>
        </SubjectContext>
      )}
    </>
  );
}
