import { Button } from 'antd';
import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';
import type { Reply } from '#kit/common/contract.ts';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { ChoiceFilter } from '#kit/console/page/choice-filter.tsx';
import { EnumFilter, PickFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { DepartmentPicker } from '#kit/console/pickers/pickers.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { numberText } from '#kit/console/table/formats.ts';
import { assistant, assistantReset, assistantStatistics } from '../../common/assistant/assistant.contract.ts';
import { addressIn, useRobotPlace } from '../frame/robot-place.ts';
import { FunctionTags } from './function-tags.tsx';

const unused = [30, 90, 180];
const readings = [assistant.list, assistant.get, assistantStatistics];

/** Personal assistants in range, one of each employee who used it. */
export default function PersionalPage(): ReactElement {
  const t = useT('robots');
  const place = useRobotPlace();
  const go = useNavigate();
  const { persionalDetail } = place.frame;
  return (
    <>
      <Figures companyDeptId={place.companyDeptId} />
      <CrudPanel
        entity={assistant}
        columns={[
          'employeeId',
          { name: 'departmentName' },
          'name',
          { name: 'functions', sortable: false, wrap: true, cell: ({ functions }) => <FunctionTags functions={functions} /> },
          { name: 'reminders', as: 'number', sortable: false },
          { name: 'rules', as: 'number', sortable: false },
          'on',
          'lastUsedAt',
          'enabled',
        ]}
        filters={(list) => (
          <>
            <SearchFilter list={list} name="text" />
            {place.companyDeptId === undefined && (
              <PickFilter list={list} name="departmentId">
                <DepartmentPicker />
              </PickFilter>
            )}
            <EnumFilter list={list} name="function" />
            <EnumFilter list={list} name="enabled" />
            <EnumFilter list={list} name="on" />
            <ChoiceFilter
              list={list}
              name="unusedDays"
              options={unused.map((value) => ({ value, label: t('assistant.unusedFor', { days: value }) }))}
            />
          </>
        )}
        rowActions={(row) => (
          <>
            <Permit code={persionalDetail.code}>
              {() => (
                <Button type="text" onClick={() => void go(addressIn(place, persionalDetail.route, { id: row.id }))}>
                  {t('assistant.open')}
                </Button>
              )}
            </Permit>
            <ActionButton
              endpoint={assistantReset}
              input={{ ids: [row.id] }}
              names={[row.employeeName]}
              type="text"
              invalidates={readings}
            />
          </>
        )}
        bulk={(selection) => (
          <ActionButton
            endpoint={assistantReset}
            input={{ ids: [...selection.ids] }}
            names={selection.rows.map(({ employeeName }) => employeeName)}
            invalidates={readings}
            onDone={selection.clear}
          />
        )}
      />
    </>
  );
}

const figures = ['assistants', 'active', 'used30', 'away'] as const;
type Statistics = Reply<typeof assistantStatistics>;

/** How assistants are used, above their list. */
function Figures({ companyDeptId }: { companyDeptId: string | undefined }): ReactElement | null {
  const t = useT('robots');
  const [language] = useLanguage();
  const { data } = useRead(assistantStatistics, companyDeptId === undefined ? {} : { companyDeptId });
  if (!data) return null;
  const figure = (name: (typeof figures)[number], { [name]: value }: Statistics): ReactElement => (
    <li key={name}>
      <span>{t(`assistant.figure.${name}`)}</span>
      <strong>{numberText(value, language)}</strong>
    </li>
  );
  return <ul className="rb-facts">{figures.map((name) => figure(name, data))}</ul>;
}
