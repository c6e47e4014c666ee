import { useState, type ReactElement, type ReactNode } from 'react';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { useCan } from '#kit/console/store/granted.ts';
import { EntityForm } from '#kit/console/form/entity-form.tsx';
import { ImpactLine } from '#kit/console/form/impact-line.tsx';
import type { FormValues } from '#kit/console/form/form-values.ts';
import { useEditor, type Editor } from '#kit/console/form/use-editor.tsx';
import { useLeaveGuard } from '#kit/console/form/use-leave-guard.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { sourceUpdate, type SourceDetail } from '../../common/source.contract.ts';
import { sourcePage } from '../../common/source.permissions.ts';
import { sourceReadings } from '../source-readings.ts';

interface StepFormProps {
  source: SourceDetail;
  /** The fields of this step. */
  names: readonly (keyof SourceDetail)[];
  /** More values that the form holds, and that are sent where they were typed. */
  more?: FormValues;
  children: (editor: Editor<typeof sourceUpdate>) => ReactNode;
  /** Stands below the form: what was tried with what is typed. */
  below?: (values: FormValues) => ReactNode;
}

/** One step of a source: its fields, saved by themselves. */
export function StepForm({ source, names, more = {}, children, below }: StepFormProps): ReactElement {
  const k = useT('kit');
  const can = useCan();
  const [changed, setChanged] = useState(0);
  const editor = useEditor({
    endpoint: sourceUpdate,
    initial: { ...Object.fromEntries(names.map((name) => [name, source[name]])), ...more },
    target: { id: source.id, version: source.version },
    invalidates: sourceReadings,
    changed,
    onChanged: setChanged,
  });
  useLeaveGuard(changed > 0, editor.reset);
  const may = can(sourcePage.button.update);
  return (
    <>
      <section className="whk-panel so-form">
        <EntityForm
          form={editor.form}
          initial={editor.initial}
          stored
          disabled={!may}
          issues={editor.issues}
          onSubmit={() => void editor.submit()}
          onChange={editor.onChange}
        >
          {children(editor)}
        </EntityForm>
        {may && (
          <div className="whk-form-foot so-foot">
            <span role="status">{changed > 0 && k('form.changed', { count: changed })}</span>
            <ImpactLine endpoint={sourceUpdate} input={editor.saving ? undefined : editor.pending} />
            <OffButton off={changed === 0 && 'nothing'} onClick={editor.reset}>
              {k('form.cancel')}
            </OffButton>
            <OffButton type="primary" loading={editor.saving} off={changed === 0 && 'nothing'} onClick={() => editor.form.submit()}>
              {k('form.save')}
            </OffButton>
          </div>
        )}
      </section>
      {below?.({ ...editor.initial, ...editor.values })}
      {editor.conflict}
    </>
  );
}
