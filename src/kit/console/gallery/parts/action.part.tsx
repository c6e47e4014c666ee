import { DeleteOutlined } from '@ant-design/icons';
import type { ReactElement } from 'react';
import { ActionButton } from '../../action/action-button.tsx';
import { RowActions } from '../../action/row-actions.tsx';
import { UpDown } from '../../action/up-down.tsx';
import { ImpactCounts } from '../../change/impact-counts.tsx';
import { useT } from '../../i18n/use-t.ts';
import { roomDelete, roomDisable, roomEnable, roomPurge, roomTest } from '../room.contract.ts';
import { sampleId } from '../server/sample-ids.ts';
import { Specimen } from '../specimen.tsx';

const ids = Array.from({ length: 12 }, (_, number) => sampleId(1, number));
const names = ids.map((_, number) => `海棠 ${101 + number}`);
const one = { names: names.slice(0, 1), input: { ids: ids.slice(0, 1) } };
const many = { names, input: { ids } };
const nothing = (): void => undefined;

/** What an endpoint does, as a button: granted or not, with the question that its danger asks for. */
export default function ActionPart(): ReactElement {
  const t = useT('gallery');
  return (
    <>
      <Specimen title="action.granted">
        <div className="whg-row">
          <ActionButton endpoint={roomEnable} {...one} />
          <ActionButton endpoint={roomEnable} type="primary" {...one} />
          <ActionButton endpoint={roomEnable} type="text" {...one} />
          <ActionButton endpoint={roomEnable} size="small" {...one} />
          <ActionButton endpoint={roomDelete} icon={<DeleteOutlined aria-hidden="true" />} {...one} />
          <ActionButton endpoint={roomDelete} type="primary" {...one} />
          <ActionButton endpoint={roomDelete} type="text" {...one} />
        </div>
      </Specimen>
      <Specimen title="action.absent">
        <div className="whg-row">
          <ActionButton endpoint={roomPurge} {...one} />
          <span>{t('action.absentHint')}</span>
        </div>
      </Specimen>
      <Specimen title="action.disabled">
        <div className="whg-row">
          <ActionButton endpoint={roomEnable} disabled {...one} />
          <ActionButton endpoint={roomEnable} type="primary" disabled {...one} />
          <ActionButton endpoint={roomDelete} disabled {...one} />
        </div>
      </Specimen>
      <Specimen title="action.asks">
        <div className="whg-row">
          <ActionButton endpoint={roomDisable} {...one}>
            {t('action.one')}
          </ActionButton>
          <ActionButton endpoint={roomDisable} impact={<ImpactCounts impact={{ people: 31, devices: 4 }} />} {...many}>
            {t('action.many')}
          </ActionButton>
          <ActionButton endpoint={roomDelete} confirm="type" {...one}>
            {t('action.typed')}
          </ActionButton>
          <ActionButton endpoint={roomDelete} confirm="type" count={1_204} {...many}>
            {t('action.typedCount')}
          </ActionButton>
          <ActionButton endpoint={roomTest} {...one}>
            {t('action.password')}
          </ActionButton>
        </div>
      </Specimen>
      <Specimen title="action.row">
        <RowActions name={names[0] ?? ''}>
          <ActionButton endpoint={roomEnable} type="text" {...one} />
          <ActionButton endpoint={roomDisable} type="text" {...one} />
          <ActionButton endpoint={roomDelete} type="text" {...one} />
        </RowActions>
      </Specimen>
      <Specimen title="action.order">
        <div className="whg-row">
          <UpDown name={`${names[1]}`} up={nothing} down={nothing} />
          <UpDown name={`${names[0]}`} up={undefined} down={nothing} />
          <UpDown name={`${names[2]}`} up={nothing} down={undefined} />
        </div>
      </Specimen>
    </>
  );
}
