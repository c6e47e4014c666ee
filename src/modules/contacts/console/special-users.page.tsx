import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { RoleAreaContext, type HoldingArea } from '#kit/console/roles/role-area.ts';
import '#kit/console/roles/roles.css';
import { specialUserPage } from '../common/permissions.ts';
import { specialHolding } from '../common/special.contract.ts';
import './components/contacts.css';
import './special/special.css';
import { membersImpact } from './components/members-impact.tsx';
import { ChosenSpecial } from './special/special-head.tsx';
import { SpecialList } from './special/special-list.tsx';
import { specialSubject } from './subjects.ts';

/** The exceptions of a rule are the members of its role. */
const area: HoldingArea = {
  contract: specialHolding,
  subject: specialSubject,
  page: specialUserPage.code.replaceAll('_', '-'),
  membersImpact: membersImpact('special'),
};

/** Special user rules: all in their order, or the chosen one with its exceptions and whom it protects. */
export default function SpecialUsersPage(): ReactElement {
  const [search, setSearch] = useSearchParams();
  const roleId = search.get('roleId');
  const choose = (id: string | null): void =>
    setSearch((before) => {
      const next = new URLSearchParams(before);
      if (id === null) next.delete('roleId');
      else next.set('roleId', id);
      return next;
    });
  if (roleId === null) return <SpecialList onOpen={choose} />;
  return (
    <RoleAreaContext value={area}>
      <ChosenSpecial key={roleId} roleId={roleId} page={area.page} onBack={() => choose(null)} />
    </RoleAreaContext>
  );
}
