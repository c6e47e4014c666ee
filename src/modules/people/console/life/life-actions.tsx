import { Button } from 'antd';
import { useState, type ReactElement, type ReactNode } from 'react';
import { later } from '#kit/console/shell/later.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import type { EmployeeRow } from '../../common/employee.contract.ts';
import { userManagement } from '../../common/permissions.ts';
import { useShowLife } from './use-life-view.ts';

const RehireDialog = later('rehire-dialog', async () => (await import('./rehire-dialog.tsx')).RehireDialog);

type Person = Pick<EmployeeRow, 'id' | 'name' | 'status'>;

/** How many people leave at once. */
const mostLeavers = 100;

interface LifeActions {
  transfer: () => void;
  leave: () => void;
  rehire: () => void;
  /** What opens from them. */
  dialog: ReactNode;
}

/** What begins with a click in somebody's row. */
export function useLifeActions({ id, name }: Person): LifeActions {
  const show = useShowLife();
  const [rehiring, setRehiring] = useState(false);
  return {
    transfer: () => show({ view: 'transfer', id }),
    leave: () => show({ view: 'leave', ids: [id] }),
    rehire: () => setRehiring(true),
    dialog: rehiring && <RehireDialog id={id} name={name} onClose={() => setRehiring(false)} />,
  };
}

/** The buttons that a person's status allows, for a menu of actions: its children are looked at one by one. */
export function lifeButtons({ status }: Person, { transfer, leave, rehire }: LifeActions): ReactNode[] {
  const button = (verb: 'transfer' | 'leave' | 'rehire', act: () => void): ReactElement => (
    <Permit key={verb} code={userManagement.button[verb]}>
      {(name) => (
        <Button type="text" danger={verb === 'leave'} onClick={act}>
          {name}
        </Button>
      )}
    </Permit>
  );
  if (status === 'left') return [button('rehire', rehire)];
  const leaves = status === 'active' || status === 'disabled' || status === 'quarantined';
  return [button('transfer', transfer), ...(leaves ? [button('leave', leave)] : [])];
}

/** Lets the chosen people leave, as many as leave at once. */
export function LeaveButton({ ids }: { ids: readonly string[] }): ReactElement {
  const show = useShowLife();
  return (
    <Permit code={userManagement.button.leave}>
      {(name) => (
        <Button danger disabled={ids.length > mostLeavers} onClick={() => show({ view: 'leave', ids })}>
          {name}
        </Button>
      )}
    </Permit>
  );
}
