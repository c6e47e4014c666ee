import { useState, type ReactElement } from 'react';
import { useRead } from '#kit/console/page/query.ts';
import { previewPerson } from '../../common/insight.contract.ts';
import type { Place } from '../../common/words.ts';
import { SeenCard } from './seen-card.tsx';
import { SeenPeople } from './seen-people.tsx';
import { SeenWhy } from './seen-why.tsx';
import type { Seeing } from './seeing.ts';
import './see-as.css';

/** A directory as a terminal draws it, and beside it why the chosen person is there or not. */
export function SeenDirectory({ seeing }: { seeing: Seeing }): ReactElement {
  const [empId, setEmpId] = useState<string>();
  const [place, setPlace] = useState<Place>('card');
  const read = useRead(previewPerson, { ...seeing, empId: empId ?? seeing.asEmpId, place }, { enabled: empId !== undefined });
  const { data } = read;
  return (
    <div className="see-both">
      <div className="see-phone">
        {/* The tree stays as it was when a card is closed. */}
        <div hidden={empId !== undefined}>
          <SeenPeople seeing={seeing} onOpen={setEmpId} />
        </div>
        {empId !== undefined && <SeenCard read={read} place={place} onPlace={setPlace} onBack={() => setEmpId(undefined)} />}
      </div>
      <SeenWhy empId={empId} answer={empId === undefined ? undefined : data} onAsk={setEmpId} />
    </div>
  );
}
