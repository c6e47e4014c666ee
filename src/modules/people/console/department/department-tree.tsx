import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { queryKeyOf } from '#kit/console/page/query.ts';
import { LazyTree } from '#kit/console/pickers/lazy-tree.tsx';
import { useCan } from '#kit/console/store/granted.ts';
import { departmentTree } from '../../common/department.contract.ts';
import { userManagement } from '../../common/permissions.ts';
import { countedDepartments } from '../pickers.ts';
import '../people.css';
import { DepartmentActions } from './department-actions.tsx';
import { useMoveDepartment } from './move-department.ts';

interface DepartmentTreeProps {
  selected: string | undefined;
  onSelect: (id: string) => void;
  /** Opens a department's drawer. */
  onOpen: (id: string) => void;
}

/** The tree of departments in range: chooses whose people are listed, and is rearranged by dragging, with the effect shown first. */
export function DepartmentTree({ selected, onSelect, onOpen }: DepartmentTreeProps): ReactElement {
  const t = useT('user-centre');
  const kit = useT('kit');
  const can = useCan();
  const move = useMoveDepartment();
  const turn = useTurn();
  const mayMove = can(userManagement.button.moveDept) || can(userManagement.button.reorderDept);
  return (
    <div className="uc-tree">
      <LazyTree
        source={countedDepartments}
        label={t('people.tree')}
        selected={selected ?? null}
        onSelect={onSelect}
        search={kit('pick.typeDepartment')}
        reloadKey={turn}
        {...(mayMove && { onMove: move })}
        actions={(node, moves) =>
          // A name above the range is only a way down.
          node.disabled === undefined && (
            <DepartmentActions id={node.id} name={node.name} enabled={!node.off} moves={moves} onOpen={() => onOpen(node.id)} />
          )
        }
      />
    </div>
  );
}

let turns = 0;

/** A number that is another one whenever something made the tree's answers old: people were added, departments moved, the language changed. */
function useTurn(): number {
  const { data } = useQuery({
    queryKey: [...queryKeyOf(departmentTree), 'turn'],
    queryFn: () => (turns += 1),
    initialData: 0,
    staleTime: Infinity,
  });
  return data;
}
