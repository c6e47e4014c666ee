import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { personParts } from '#kit/console/person/person-parts.ts';
import { useCan } from '#kit/console/store/granted.ts';
import type { EmployeeDetail } from '../../common/employee.contract.ts';

/** Gives a role of administrators to a person; nothing where no module has them, or the caller may not. */
export function GiveRoleButton({ person: { id, name } }: { person: Pick<EmployeeDetail, 'id' | 'name'> }): ReactElement | null {
  const t = useT('user-centre');
  const can = useCan();
  const [open, setOpen] = useState(false);
  const give = personParts().roles?.give;
  if (!give?.codes.some(can)) return null;
  const { Dialog } = give;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('people.access.give')}</Button>
      {open && <Dialog employee={{ id, name }} onClose={() => setOpen(false)} />}
    </>
  );
}
