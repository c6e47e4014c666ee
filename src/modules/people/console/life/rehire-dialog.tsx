import { App, Checkbox } from 'antd';
import type { ReactElement } from 'react';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { timeText } from '#kit/console/table/formats.ts';
import type { Input, Reply } from '#kit/common/contract.ts';
import { employeeGet } from '../../common/employee.contract.ts';
import { employeeRehire, rehireOffer } from '../../common/life/life.contract.ts';
import { AssignmentsInput } from '../person/assignments-input.tsx';
import { life } from '../subjects.ts';
import { lifeReadings } from './life-readings.ts';
import './life.css';

const F = fieldsOf(employeeRehire.input);

interface RehireProps {
  id: string;
  name: string;
  onClose: () => void;
}

/** Takes somebody back: where to, from when, and which of the former roles. */
export function RehireDialog({ id, name, onClose }: RehireProps): ReactElement | null {
  const t = useT('user-centre');
  const { message } = App.useApp();
  const person = useRead(employeeGet, { id });
  const offer = useRead(rehireOffer, { id });
  if (!person.data || !offer.data) return null;
  const { version, departments } = person.data;
  const assignments = departments.map(({ departmentId, primary, title }) => ({ departmentId, primary, title }));
  return (
    <SubjectContext value={life}>
      <FormDialog
        endpoint={employeeRehire}
        title={t('life.rehireTitle', { name })}
        initial={{ assignments, roleIds: [] }}
        input={(values) => {
          const { hireDate, account, reason, ...rest } = values as Partial<Input<typeof employeeRehire>>;
          return {
            id,
            version,
            assignments: rest.assignments ?? [],
            roleIds: rest.roleIds ?? [],
            ...(hireDate && { hireDate }),
            ...(account && { account }),
            ...(reason && { reason }),
          };
        }}
        invalidates={lifeReadings}
        onSaved={() => void message.success(t('life.rehired'))}
        onClose={onClose}
      >
        <F.assignments wide label={t('employee.field.assignments')}>
          <AssignmentsInput />
        </F.assignments>
        <F.hireDate help={t('life.rehireHint')} />
        <F.account help={t('life.rehireAccount')} />
        <F.roleIds wide>
          <FormerRoles offer={offer.data} />
        </F.roleIds>
        <F.reason wide />
      </FormDialog>
    </SubjectContext>
  );
}

interface FormerRolesProps {
  offer: Reply<typeof rehireOffer>;
  value?: readonly string[];
  onChange?: (value: string[]) => void;
  id?: string;
}

/** Roles of before; those that the administrator may not give are told, and can't be chosen. */
function FormerRoles({ offer, value = [], onChange, id }: FormerRolesProps): ReactElement {
  const t = useT('user-centre');
  const [language] = useLanguage();
  if (offer.roles.length === 0) return <p id={id}>{t('life.rehireNoRoles')}</p>;
  return (
    <div className="ul-roles" role="group" id={id} aria-label={t('life.field.roleIds')}>
      {offer.roles.map(({ roleId, name, mayGive }) => (
        <Checkbox
          key={roleId}
          checked={value.includes(roleId)}
          disabled={!mayGive}
          onChange={({ target }) => onChange?.(target.checked ? [...value, roleId] : value.filter((one) => one !== roleId))}
        >
          {mayGive ? name : `${name}: ${t('life.notGiven')}`}
        </Checkbox>
      ))}
      {offer.until !== null && <small>{t('life.rehireRoles', { time: timeText(offer.until, language) })}</small>}
    </div>
  );
}
