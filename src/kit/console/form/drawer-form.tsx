import { Button, Drawer } from 'antd';
import { useEffect, useState, type ReactElement, type ReactNode } from 'react';
import type { Endpoint } from '#kit/common/contract.ts';
import { OffButton } from '../action/off-button.tsx';
import { useT } from '../i18n/use-t.ts';
import { SubjectContext, useWords, type Subject } from '../page/subject.ts';
import { useNarrow } from '../page/use-narrow.ts';
import { EntityForm } from './entity-form.tsx';
import type { FormValues } from './form-values.ts';
import { ImpactLine } from './impact-line.tsx';
import { keepInFirst } from './keep-in-first.ts';
import { useEditor, type EditorOptions } from './use-editor.tsx';
import { useLeaveGuard } from './use-leave-guard.ts';

/** What a form in a drawer needs. */
export interface DrawerFormProps<E extends Endpoint> extends Omit<EditorOptions<E>, 'changed' | 'onChanged' | 'onNothing' | 'onHeld'> {
  subject?: Subject;
  title?: string;
  width?: number;
  onClose: () => void;
  /** What the change touches, beside the save button; an endpoint that takes `dryRun` says it by itself. */
  impact?: (values: FormValues) => ReactNode;
  children: ReactNode;
}

/** A form in a drawer; mounted while it is open, so that each opening begins again. */
export function DrawerForm<E extends Endpoint>(props: DrawerFormProps<E>): ReactElement {
  const { subject, onClose } = props;
  const around = useWords(subject);
  const t = useT('kit');
  const narrow = useNarrow();
  const [changed, setChanged] = useState(0);
  const leave = useLeaveGuard(changed > 0);
  const title = props.title ?? t(props.target ? 'form.editTitle' : 'form.addTitle', { kind: around.kind() });
  const body = <DrawerBody {...props} changed={changed} onChanged={setChanged} onCancel={() => leave(onClose)} />;
  return (
    <Drawer
      open
      title={title}
      size={narrow ? '100%' : (props.width ?? 640)}
      onClose={() => leave(onClose)}
      mask={{ closable: changed === 0 }}
      closable={{ 'aria-label': t('form.close') }}
      className="whk-drawer"
    >
      {subject ? <SubjectContext value={subject}>{body}</SubjectContext> : body}
    </Drawer>
  );
}

interface BodyProps<E extends Endpoint> extends DrawerFormProps<E> {
  changed: number;
  onChanged: (count: number) => void;
  onCancel: () => void;
}

function DrawerBody<E extends Endpoint>(props: BodyProps<E>): ReactElement {
  const { target, onSaved, onClose, impact, children, changed, onCancel } = props;
  const t = useT('kit');
  useEffect(() => keepInFirst('.whk-drawer .whk-form'), []);
  // A new one of which nothing is said yet would be refused for what nobody has come to.
  const begun = target !== undefined || changed > 0;
  const editor = useEditor<E>({
    ...props,
    onSaved: (reply) => {
      onSaved?.(reply);
      onClose();
    },
    onNothing: onClose,
    onHeld: onClose,
  });
  return (
    <>
      <EntityForm
        form={editor.form}
        initial={editor.initial}
        stored={editor.stored}
        issues={editor.issues}
        onSubmit={() => void editor.submit()}
        onChange={editor.onChange}
      >
        {children}
      </EntityForm>
      <div className="whk-drawer-foot whk-form-foot">
        <span>{impact ? impact(editor.values) : begun && <ImpactLine endpoint={props.endpoint} input={editor.pending} />}</span>
        <Button onClick={onCancel}>{t('form.cancel')}</Button>
        <OffButton
          type="primary"
          loading={editor.saving}
          off={target !== undefined && changed === 0 && 'nothing'}
          onClick={() => editor.form.submit()}
        >
          {target ? t('form.save') : t('form.add')}
        </OffButton>
      </div>
      {editor.conflict}
    </>
  );
}
