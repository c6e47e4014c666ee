import { Button } from 'antd';
import type { ReactElement } from 'react';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { EntityForm } from '#kit/console/form/entity-form.tsx';
import { useLeaveGuard } from '#kit/console/form/use-leave-guard.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { CrowdGroup } from '../../common/crowd-conditions.ts';
import { missingParts, type Catalogue } from '../rule/value-shape.ts';
import { CrowdFields } from './crowd-fields.tsx';
import { previewOf } from './crowd-values.ts';
import { PreviewPanel } from './preview-panel.tsx';
import { useRuleIssues } from './rule-issues.ts';
import { useCrowdEditor, type CrowdEditorOptions, type CrowdWrites } from './use-crowd-editor.ts';
import { usePreview } from './use-preview.ts';

interface CrowdFormProps<E extends CrowdWrites> extends CrowdEditorOptions<E> {
  catalogue: Catalogue;
}

/** The builder on the left, who it means on the right. */
export function CrowdForm<E extends CrowdWrites>({
  endpoint,
  catalogue,
  initial,
  stored,
  inputOf,
  onSaved,
  onClose,
}: CrowdFormProps<E>): ReactElement {
  const t = useT('user-centre');
  const k = useT('kit');
  const { editor, changed, stopped, stop, submit } = useCrowdEditor<E>({ endpoint, initial, stored, inputOf, onSaved, onClose });
  // Fields that are not drawn yet are not among the values of a change.
  const values = { ...editor.initial, ...editor.values };
  const kind = stored?.kind ?? (values['kind'] === 'fixed' ? 'fixed' : 'dynamic');
  const rule = kind === 'dynamic' ? ((values['conditions'] ?? null) as CrowdGroup | null) : null;
  const missing = rule ? missingParts(catalogue, rule) : new Map<string, 'field' | 'value'>();
  const request = missing.size > 0 ? undefined : previewOf(values, kind, stored?.id);
  const preview = usePreview(request);
  const { ruleIssues, otherIssues } = useRuleIssues({
    saved: editor.issues,
    preview: preview.error,
    missing: stopped > 0 ? missing : none,
    rule,
  });
  const leave = useLeaveGuard(changed > 0, editor.reset);
  return (
    <div className="cr-edit">
      <section className="whk-panel cr-form" aria-label={t('crowd')}>
        <EntityForm
          form={editor.form}
          initial={editor.initial}
          stored={editor.stored}
          issues={otherIssues}
          onSubmit={() => (missing.size > 0 ? stop() : void submit(preview.told))}
          onChange={editor.onChange}
        >
          <CrowdFields catalogue={catalogue} kind={kind} stored={stored} issues={ruleIssues} stopped={stopped} />
        </EntityForm>
        <div className="cr-foot whk-form-foot">
          <span role="status">{stored && changed > 0 && k('form.changed', { count: changed })}</span>
          <Button onClick={() => leave(onClose)}>{k('form.cancel')}</Button>
          <OffButton
            type="primary"
            loading={editor.saving}
            off={stored !== undefined && changed === 0 && 'nothing'}
            onClick={() => editor.form.submit()}
          >
            {k(stored ? 'form.save' : 'form.add')}
          </OffButton>
        </div>
      </section>
      <PreviewPanel preview={preview} incomplete={request === undefined} stored={stored !== undefined} rule={rule} />
      {editor.conflict}
    </div>
  );
}

const none: ReadonlyMap<string, 'field' | 'value'> = new Map();
