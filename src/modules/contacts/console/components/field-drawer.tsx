import { Button, Drawer, Form, Select } from 'antd';
import type { ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { EntityForm } from '#kit/console/form/entity-form.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import type { FormValues } from '#kit/console/form/form-values.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { useNarrow } from '#kit/console/page/use-narrow.ts';
import { RolePicker } from '#kit/console/roles/role-picker.tsx';
import { contactField, type ContactField, type fieldList } from '../../common/field.contract.ts';
import { contactRole } from '../../common/role.contract.ts';
import type { FieldAction, SearchWay } from '../../common/words.ts';
import { fieldSubject } from '../subjects.ts';

/** What can be said of a field. */
export type FieldFacts = Reply<typeof fieldList>['catalogue'][number];

const F = fieldsOf(contactField);

interface FieldDrawerProps {
  field: ContactField;
  facts: FieldFacts;
  onChange: (field: ContactField) => void;
  onClose: () => void;
}

/** How one field is shown; it is saved with the others. */
export function FieldDrawer({ field, facts, onChange, onClose }: FieldDrawerProps): ReactElement {
  const t = useT('contacts');
  const kit = useT('kit');
  const narrow = useNarrow();
  const [form] = Form.useForm<FormValues>();
  const submit = (): void => {
    const values: FormValues = form.getFieldsValue(true);
    const entered = contactField.safeParse({ ...field, ...values, label: values['label'] ?? null, section: values['section'] ?? '' });
    if (!entered.success) return;
    onChange(entered.data);
    onClose();
  };
  return (
    <SubjectContext value={fieldSubject}>
      <Drawer
        open
        size={narrow ? '100%' : 560}
        title={facts.name}
        className="whk-drawer"
        closable={{ 'aria-label': kit('form.close') }}
        onClose={onClose}
      >
        <EntityForm form={form} initial={{ ...field }} stored issues={[]} onSubmit={submit}>
          <F.places wide />
          <F.label as="local" help={t('contactField.labelHelp')} />
          <F.section />
          {!facts.fixed && (
            <>
              <F.visibleTo wide help={t('contactField.visibleHelp')} />
              <VisibleRoles />
              <F.mask />
              <F.reveal />
            </>
          )}
          {facts.searchWays.length > 1 && (
            <F.searchable>
              <WaySelect ways={facts.searchWays} />
            </F.searchable>
          )}
          {facts.filterable && <F.filterable />}
          {facts.owner !== null && <p className="contacts-soft contacts-wide">{t('contactField.owned', { name: facts.owner })}</p>}
          <F.copyable />
          {facts.actions.length > 1 && (
            <F.action>
              <ActionSelect actions={facts.actions} />
            </F.action>
          )}
        </EntityForm>
        <div className="whk-drawer-foot whk-form-foot">
          <span className="contacts-soft">{t('contactField.takeHint')}</span>
          <Button onClick={onClose}>{kit('form.cancel')}</Button>
          <Button type="primary" onClick={() => form.submit()}>
            {t('contactField.take')}
          </Button>
        </div>
      </Drawer>
    </SubjectContext>
  );
}

/** Roles are only asked for where holders of roles read the field. */
function VisibleRoles(): ReactElement | null {
  const chosen: unknown = Form.useWatch('visibleTo');
  if (!Array.isArray(chosen) || !chosen.includes('roles')) return null;
  return (
    <F.visibleRoles wide>
      <RolePicker search={contactRole.search} multiple />
    </F.visibleRoles>
  );
}

interface WaySelectProps {
  id?: string;
  value?: SearchWay;
  onChange?: (value: SearchWay) => void;
  ways: readonly SearchWay[];
}

/** The ways in which a field is searched quickly. */
function WaySelect({ id, value, onChange, ways }: WaySelectProps): ReactElement {
  const t = useT('contacts');
  return (
    <Select<SearchWay>
      {...(id !== undefined && { id })}
      {...(value !== undefined && { value })}
      options={ways.map((one) => ({ value: one, label: t(`contactField.searchable.${one}`) }))}
      onChange={(next) => onChange?.(next)}
    />
  );
}

interface ActionSelectProps {
  id?: string;
  value?: FieldAction;
  onChange?: (value: FieldAction) => void;
  actions: readonly FieldAction[];
}

function ActionSelect({ id, value, onChange, actions }: ActionSelectProps): ReactElement {
  const t = useT('contacts');
  return (
    <Select<FieldAction>
      {...(id !== undefined && { id })}
      {...(value !== undefined && { value })}
      options={actions.map((one) => ({ value: one, label: t(`contactField.action.${one}`) }))}
      onChange={(next) => onChange?.(next)}
    />
  );
}
