import { Button, Select } from 'antd';
import { useMemo, useState, type ReactElement } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { roleDraft, type RoleRow } from '#kit/common/role/role.schema.ts';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { useMay } from '#kit/console/action/use-may.ts';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useSave } from '#kit/console/form/use-save.ts';
import { fieldOf } from '#kit/console/call/call-error.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { numberText } from '#kit/console/table/formats.ts';
import { useRead } from '#kit/console/page/query.ts';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { DepartmentPicker } from '#kit/console/pickers/pickers.tsx';
import { RoleAreaContext, type HoldingArea } from '#kit/console/roles/role-area.ts';
import { RoleHead } from '#kit/console/roles/role-head.tsx';
import { RoleList } from '#kit/console/roles/role-list.tsx';
import { RoleMembers } from '#kit/console/roles/role-members.tsx';
import { later } from '#kit/console/shell/later.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { widgetRolePage } from '../common/permissions.ts';
import { widgetResources, widgetRole, widgetSaveResources } from '../common/role.contract.ts';
import { useDraft } from './components/use-draft.ts';
import { widgetRoleSubject } from './subjects.ts';
import './components/widgets.css';

const ExplainDialog = later('widget-explain', async () => (await import('./components/explain-dialog.tsx')).ExplainDialog);
const F = fieldsOf(roleDraft);

/** The roles of a widget: who may use it by them, and what they may do in it. */
export default function WidgetRolePage(): ReactElement {
  const t = useT('widgets');
  const kit = useT('kit');
  const { widgetId = '' } = useParams();
  const [search, setSearch] = useSearchParams();
  const [explaining, setExplaining] = useState(false);
  const roleId = search.get('roleId') ?? undefined;
  const choose = (id: string | undefined): void =>
    setSearch((before) => {
      const next = new URLSearchParams(before);
      if (id === undefined) next.delete('roleId');
      else next.set('roleId', id);
      return next;
    });
  const area = useMemo(() => areaOf(widgetId), [widgetId]);
  return (
    <RoleAreaContext value={area}>
      <SubjectContext value={widgetRoleSubject}>
        <div className="widgets-actions">
          <Button onClick={() => setExplaining(true)}>{t('explain.title')}</Button>
        </div>
        <div className="whk-roles">
          <RoleList selected={roleId} onSelect={choose} onFirst={choose} />
          <section className="whk-role" aria-label={t('widgetRole')}>
            {roleId === undefined ? (
              <EmptyState title={kit('role.choose')} hint={t('widgetRole.help')} />
            ) : (
              <Chosen key={roleId} roleId={roleId} onGone={() => choose(undefined)} />
            )}
          </section>
        </div>
        {explaining && <ExplainDialog widgetId={widgetId} onClose={() => setExplaining(false)} />}
      </SubjectContext>
    </RoleAreaContext>
  );
}

/** The area of one widget: its roles are listed and new ones belong to it. */
function areaOf(widgetId: string): HoldingArea {
  const own: object = { widgetId };
  return {
    contract: widgetRole,
    narrowed: own as NonNullable<HoldingArea['narrowed']>,
    subject: widgetRoleSubject,
    page: widgetRolePage.code.replaceAll('_', '-'),
    summary: (role) => <Summary role={role} />,
    more: {
      fields: (
        <F.ownerDeptId>
          <DepartmentPicker />
        </F.ownerDeptId>
      ),
      values: { ownerDeptId: null, widgetId },
    },
  };
}

function Summary({ role }: { role: RoleRow }): ReactElement {
  const t = useT('kit');
  const [language] = useLanguage();
  const functions = fieldOf(role, 'functions');
  const names = Array.isArray(functions) ? functions.map(String) : [];
  return <>{[t('role.people', { count: numberText(role.people, language) }), ...names].join(' · ')}</>;
}

function Chosen({ roleId, onGone }: { roleId: string; onGone: () => void }): ReactElement | null {
  const { data } = useRead(widgetRole.find, { roleId });
  if (!data) return null;
  return (
    <>
      <RoleHead role={data} onGone={onGone} />
      <Functions roleId={roleId} />
      <RoleMembers />
    </>
  );
}

function Functions({ roleId }: { roleId: string }): ReactElement | null {
  const { data } = useRead(widgetResources, { roleId });
  return data ? <FunctionsForm stored={data} /> : null;
}

function FunctionsForm({ stored }: { stored: { roleId: string; version: number; functions: string[]; known: string[] } }): ReactElement {
  const t = useT('widgets');
  const kit = useT('kit');
  const may = useMay()(widgetSaveResources);
  const { draft, dirty, change } = useDraft(stored.version, stored.functions);
  const readings = [widgetResources, widgetRole.list, widgetRole.find];
  const { save, saving, issues } = useSave(widgetSaveResources, { invalidates: readings, undoable: true });
  return (
    <section className="widgets-functions" aria-label={kit('field.functions')}>
      <h3>{kit('field.functions')}</h3>
      <small>{t('widgetRole.functionsHint')}</small>
      <span>
        <Select
          mode="tags"
          aria-label={kit('field.functions')}
          disabled={!may}
          value={draft}
          options={stored.known.map((value) => ({ value }))}
          onChange={(value: string[]) => change(value.toSorted())}
        />
        {may && (
          <OffButton
            type="primary"
            off={!dirty && 'nothing'}
            loading={saving}
            onClick={() => void save({ roleId: stored.roleId, version: stored.version, functions: draft })}
          >
            {kit('form.save')}
          </OffButton>
        )}
      </span>
      {issues.length > 0 && <small role="alert">{issues.map(({ message }) => message).join(' ')}</small>}
    </section>
  );
}
