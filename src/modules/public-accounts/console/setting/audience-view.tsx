import { Button, Select, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { RowActions } from '#kit/console/action/row-actions.tsx';
import { ImportDialog } from '#kit/console/change/import-dialog.tsx';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ExportButton } from '#kit/console/jobs/export-button.tsx';
import { ImportButton } from '#kit/console/jobs/import-button.tsx';
import { EnumFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { useList } from '#kit/console/page/use-list.ts';
import { CrowdPicker, DepartmentPicker, EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { DetailTabs } from '#kit/console/tabs/detail-tabs.tsx';
import { account, accountImpact } from '../../common/account.contract.ts';
import {
  audienceCrowds,
  audienceDepartments,
  audienceParts,
  audienceUsers,
  departmentFiles,
  userFiles,
  type AudienceRowView,
} from '../../common/audience.contract.ts';
import { accountSettingPage } from '../../common/permissions.ts';
import { audienceModes, type AudienceMember } from '../../common/words.ts';
import { audienceSubject } from '../subjects.ts';
import { ExplainAudience } from './explain-audience.tsx';

const { button } = accountSettingPage;
const parts = { employee: audienceUsers, department: audienceDepartments, crowd: audienceCrowds };
const readings = [...audienceParts.map(({ list }) => list), account.list, account.get, accountImpact];
const colours = { forced: 'volcano', preset: 'blue', allowed: 'default' } as const;
const adding = { employee: 'audience.addEmployee', department: 'audience.addDepartment', crowd: 'audience.addCrowd' } as const;

/** Who may follow an account, and how: departments, dynamic groups and people. */
export function AudienceView({ snoId }: { snoId: string }): ReactElement {
  const t = useT('public-accounts');
  const [asking, setAsking] = useState(false);
  return (
    <>
      <p className="sno-hint">
        {t('audience.modeHint')} <Button onClick={() => setAsking(true)}>{t('audience.explain')}</Button>
      </p>
      <DetailTabs
        tabs={(['department', 'employee', 'crowd'] as const).map((kind) => ({
          key: kind,
          label: t(`audience.${kind}`),
          children: <Rows key={kind} snoId={snoId} kind={kind} />,
        }))}
      />
      {asking && <ExplainAudience snoId={snoId} onClose={() => setAsking(false)} />}
    </>
  );
}

interface PartProps {
  readonly snoId: string;
  readonly kind: AudienceMember;
}

function Rows({ snoId, kind }: PartProps): ReactElement {
  const t = useT('public-accounts');
  const part = parts[kind];
  const list = useList(part.list, { fixed: { snoId }, searchKey: 'text', name: `${kind.slice(0, 1)}-` });
  const [open, setOpen] = useState<'add' | 'import'>();
  const [changed, setChanged] = useState<readonly string[]>();
  const columns: readonly Column<AudienceRowView, typeof audienceSubject>[] = [
    { name: 'name', sortable: false },
    { name: 'path', sortable: false, ...(kind === 'crowd' && { optional: true as const }) },
    { name: 'mode', cell: ({ mode }) => <Tag color={colours[mode]}>{t(`snoAudience.mode.${mode}`)}</Tag> },
    { name: 'people', as: 'number', sortable: false },
    { name: 'since', as: 'time' },
    { name: 'by', sortable: false, optional: true },
  ];
  const close = (): void => setOpen(undefined);
  return (
    <>
      <ListPanel<AudienceRowView, typeof audienceSubject>
        subject={audienceSubject}
        list={list}
        columns={columns}
        filters={
          <>
            <SearchFilter list={list} name="text" />
            <EnumFilter list={list} name="mode" />
            <Permit code={button.audience}>
              {() => (
                <Button type="primary" onClick={() => setOpen('add')}>
                  {t(adding[kind])}
                </Button>
              )}
            </Permit>
            {kind !== 'crowd' && <ImportButton code={button.audienceImport} onClick={() => setOpen('import')} />}
            <ExportButton endpoint={part.export} input={(format) => ({ snoId, format })} />
          </>
        }
        bulk={(selection) => (
          <>
            <Permit code={button.audience}>
              {() => <Button onClick={() => setChanged(selection.ids)}>{t('audience.change')}</Button>}
            </Permit>
            <ActionButton
              endpoint={part.delete}
              called={t('audience.remove')}
              confirm="ask"
              names={selection.rows.map(({ name }) => name)}
              input={{ ids: [...selection.ids] }}
              invalidates={readings}
              onDone={selection.clear}
            />
          </>
        )}
        rowActions={(row) => (
          <RowActions name={row.name}>
            <Permit code={button.audience}>
              {() => (
                <Button type="text" onClick={() => setChanged([row.id])}>
                  {t('audience.change')}
                </Button>
              )}
            </Permit>
            <ActionButton
              endpoint={part.delete}
              type="text"
              called={t('audience.remove')}
              confirm="ask"
              names={[row.name]}
              input={{ ids: [row.id] }}
              invalidates={readings}
            >
              {t('audience.remove')}
            </ActionButton>
          </RowActions>
        )}
        empty={<EmptyState title={t('audience.empty')} hint={t('audience.emptyHint')} />}
      />
      {open === 'add' && <AddRows snoId={snoId} kind={kind} onClose={close} />}
      {open === 'import' && kind !== 'crowd' && <ImportRows snoId={snoId} kind={kind} onClose={close} />}
      {changed && <ChangeMode kind={kind} ids={changed} onClose={() => setChanged(undefined)} />}
    </>
  );
}

const pickers = { employee: EmployeePicker, department: DepartmentPicker, crowd: CrowdPicker };

function AddRows({ snoId, kind, onClose }: PartProps & { onClose: () => void }): ReactElement {
  const t = useT('public-accounts');
  const part = parts[kind];
  const F = fieldsOf(part.add.input);
  const Picker = pickers[kind];
  return (
    <SubjectContext value={audienceSubject}>
      <FormDialog
        endpoint={part.add}
        title={t(adding[kind])}
        action={t('audience.add')}
        initial={{ snoId, ids: [], mode: 'preset' }}
        invalidates={readings}
        onClose={onClose}
      >
        <F.ids>
          <Picker multiple />
        </F.ids>
        <F.mode>
          <ModeSelect />
        </F.mode>
      </FormDialog>
    </SubjectContext>
  );
}

function ChangeMode({ kind, ids, onClose }: { kind: AudienceMember; ids: readonly string[]; onClose: () => void }): ReactElement {
  const t = useT('public-accounts');
  const part = parts[kind];
  const F = fieldsOf(part.update.input);
  return (
    <SubjectContext value={audienceSubject}>
      <FormDialog
        endpoint={part.update}
        title={t('audience.change')}
        action={t('audience.change')}
        initial={{ ids: [...ids], mode: 'preset' }}
        input={({ mode }) => ({ ids: [...ids], mode: mode as AudienceRowView['mode'] })}
        invalidates={readings}
        onClose={onClose}
      >
        <F.mode>
          <ModeSelect />
        </F.mode>
      </FormDialog>
    </SubjectContext>
  );
}

function ModeSelect({ id, value, onChange }: { id?: string; value?: string; onChange?: (mode: string) => void }): ReactElement {
  const t = useT('public-accounts');
  return (
    <Select<string>
      {...(id !== undefined && { id })}
      {...(value !== undefined && { value })}
      options={audienceModes.map((mode) => ({ value: mode, label: t(`snoAudience.mode.${mode}`) }))}
      {...(onChange && { onChange })}
    />
  );
}

function ImportRows({ snoId, kind, onClose }: { snoId: string; kind: 'employee' | 'department'; onClose: () => void }): ReactElement {
  const t = useT('public-accounts');
  const files = kind === 'employee' ? userFiles : departmentFiles;
  return (
    <ImportDialog
      title={t(`audience.${kind}`)}
      start={files.import}
      options={{ snoId }}
      template={{ endpoint: files.template, input: { format: 'xlsx' }, name: 'audience.xlsx' }}
      onClose={onClose}
    />
  );
}
