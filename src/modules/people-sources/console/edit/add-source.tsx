import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { ConfigItem } from './config-item.tsx';
import { EntityForm } from '#kit/console/form/entity-form.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { defaultValues } from '#kit/console/form/form-values.ts';
import { useEditor } from '#kit/console/form/use-editor.tsx';
import { useLeaveGuard } from '#kit/console/form/use-leave-guard.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { PageFrame } from '#kit/console/page/page-frame.tsx';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { DepartmentPicker } from '#kit/console/pickers/pickers.tsx';
import { sourceConfigs } from '../../common/source-config.ts';
import { isPushed, offeredKinds } from '../../common/source-kinds.ts';
import { sourceAdd, sourceDraft } from '../../common/source.contract.ts';
import { source } from '../subjects.ts';
import { sourceReadings } from '../source-readings.ts';
import { SecretsField } from './secrets-input.tsx';
import { KindInput } from './kind-input.tsx';

const F = fieldsOf(sourceDraft.pick({ kind: true, name: true, code: true, rootDepartmentId: true }));

type Kind = (typeof offeredKinds)[number];
const read = ['departments', 'employees', 'memberships', 'managers'];
/** Who pushes brings people first of all: departments of a root belong to one source. */
const initialOf = (kind: Kind) => ({
  kind,
  config: defaultValues(sourceConfigs[kind].config),
  secrets: {},
  delivers: isPushed(kind) ? read.slice(1) : read,
});

/** Names a new source and says where it is; the rest is entered with its data in view. */
export function AddSource({ onSaved, onClose }: { onSaved: (id: string) => void; onClose: () => void }): ReactElement {
  const t = useT('user-centre');
  const k = useT('kit');
  const [changed, setChanged] = useState(0);
  const editor = useEditor({
    endpoint: sourceAdd,
    initial: initialOf(offeredKinds[0]),
    invalidates: sourceReadings,
    onSaved: ({ id }) => onSaved(id),
    changed,
    onChanged: setChanged,
  });
  const leave = useLeaveGuard(changed > 0, editor.reset);
  const kind = offeredKinds.find((one) => one === editor.values['kind']) ?? offeredKinds[0];
  return (
    <SubjectContext value={source}>
      <PageFrame title={t('source.new')} help={t('source.newHelp')}>
        <section className="whk-panel so-form" aria-label={t('source.new')}>
          <EntityForm
            form={editor.form}
            initial={editor.initial}
            issues={editor.issues}
            onSubmit={() => void editor.submit()}
            onChange={(values) => {
              const chosen = offeredKinds.find((one) => one === values['kind']);
              // One by one: all at once they would be merged into the settings of the kind before.
              if (chosen && chosen !== kind)
                for (const [name, value] of Object.entries(initialOf(chosen))) editor.form.setFieldValue(name, value);
              editor.onChange(editor.form.getFieldsValue(true));
            }}
          >
            <F.kind wide>
              <KindInput />
            </F.kind>
            <F.name />
            <F.code help={t('source.codeHelp')} />
            <F.rootDepartmentId help={t('source.rootHelp')}>
              <DepartmentPicker />
            </F.rootDepartmentId>
            <h3>{t('source.field.config')}</h3>
            <ConfigItem kind={kind} issues={editor.issues} />
            <SecretsField key={`secrets ${kind}`} kind={kind} config={editor.values['config']} stored={[]} />
          </EntityForm>
          <div className="whk-form-foot so-foot">
            <span />
            <Button onClick={() => leave(onClose)}>{k('form.cancel')}</Button>
            <Button type="primary" loading={editor.saving} onClick={() => editor.form.submit()}>
              {k('form.add')}
            </Button>
          </div>
        </section>
      </PageFrame>
    </SubjectContext>
  );
}
