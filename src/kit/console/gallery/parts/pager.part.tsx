import { useEffect, useRef, type ReactElement } from 'react';
import { useList, type List } from '../../page/use-list.ts';
import { Pager } from '../../table/pager.tsx';
import { fewList, manyList, roomList } from '../room.contract.ts';
import { Specimen } from '../specimen.tsx';

/** The pager on its first, a middle and its last page, with one page, and with more rows than anybody counts. */
export default function PagerPart(): ReactElement {
  const first = useList(roomList);
  const middle = usePage(useList(roomList, { inAddress: false }), 2);
  const last = usePage(useList(roomList, { inAddress: false }), 4);
  const one = useList(fewList, { inAddress: false });
  const many = usePage(useList(manyList, { inAddress: false }), 487);
  return (
    <>
      <Specimen title="pager.first">
        <Shown list={first} />
      </Specimen>
      <Specimen title="pager.middle">
        <Shown list={middle} />
      </Specimen>
      <Specimen title="pager.last">
        <Shown list={last} />
      </Specimen>
      <Specimen title="pager.one">
        <Shown list={one} />
      </Specimen>
      <Specimen title="pager.many">
        <Shown list={many} />
      </Specimen>
    </>
  );
}

function Shown({ list }: { list: List<object> }): ReactElement {
  return (
    <div className="whg-sheet">
      <Pager list={list} />
    </div>
  );
}

/** The list stands on this page from the start. */
function usePage<L extends List<object>>(list: L, page: number): L {
  const { move } = list;
  const done = useRef(false);
  useEffect(() => {
    if (done.current) return;
    done.current = true;
    move({ page });
  }, [move, page]);
  return list;
}
