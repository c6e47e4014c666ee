import { useState, type ReactElement } from 'react';
import { RowActions } from '../../action/row-actions.tsx';
import { call } from '../../call/call.ts';
import { useT } from '../../i18n/use-t.ts';
import { LazyTree } from '../../pickers/lazy-tree.tsx';
import { CrowdPicker, DepartmentPicker, EmployeePicker } from '../../pickers/pickers.tsx';
import { MoveChoices } from '../../pickers/tree-moves.tsx';
import type { Picked, PickerProps } from '../../pickers/picked.ts';
import { TypeAhead } from '../../pickers/type-ahead.tsx';
import { departmentSource } from '../gallery-pickers.ts';
import { treeMove } from '../people.contract.ts';
import { sampleId } from '../server/sample-ids.ts';
import { Specimen } from '../specimen.tsx';

const kinds = [
  { title: 'pickers.employee', Picker: EmployeePicker, id: sampleId(2, 1), ids: [sampleId(2, 2), sampleId(2, 4)] },
  { title: 'pickers.department', Picker: DepartmentPicker, id: sampleId(4, 103), ids: [sampleId(4, 101), sampleId(4, 203)] },
  { title: 'pickers.crowd', Picker: CrowdPicker, id: sampleId(3, 0), ids: [sampleId(3, 1), sampleId(3, 2)] },
] as const;

/** Pickers of people, departments and crowds, and the tree by itself. */
export default function PickersPart(): ReactElement {
  const t = useT('gallery');
  return (
    <>
      {kinds.map(({ title, Picker, id, ids }) => (
        <Specimen key={title} title={title}>
          <div className="whg-row">
            <Kept picker={Picker} label={`${t(title)}, ${t('pickers.none')}`} value={null} />
            <Kept picker={Picker} label={`${t(title)}, ${t('pickers.one')}`} value={id} />
            <Kept picker={Picker} label={`${t(title)}, ${t('pickers.several')}`} value={ids} multiple />
            <Kept picker={Picker} label={`${t(title)}, ${t('pickers.unknown')}`} value={sampleId(99, 1)} />
            <Kept picker={Picker} label={`${t(title)}, ${t('pickers.disabled')}`} value={id} disabled />
            <Kept picker={Picker} label={`${t(title)}, ${t('pickers.wrong')}`} value={id} status="error" />
          </div>
        </Specimen>
      ))}
      <Specimen title="pickers.unavailable">
        <div className="whg-field">
          <TypeAhead kind="nothing" source={undefined} usual="" aria-label={t('pickers.unavailable')} />
        </div>
      </Specimen>
      <Specimen title="pickers.tree">
        <Tree />
      </Specimen>
    </>
  );
}

interface KeptProps extends PickerProps {
  picker: (props: PickerProps) => ReactElement;
  label: string;
}

function Kept({ picker: Picker, label, value: first, ...rest }: KeptProps): ReactElement {
  const [value, setValue] = useState<Picked>(first ?? null);
  return (
    <div className="whg-field">
      <Picker {...rest} value={value} onChange={setValue} aria-label={label} />
    </div>
  );
}

/** A tree in which nodes are dragged, or moved by keys and by their actions. */
function Tree(): ReactElement {
  const t = useT('gallery');
  const [selected, setSelected] = useState<string | null>(sampleId(4, 103));
  return (
    <div className="whg-sheet whg-tree">
      <LazyTree
        source={departmentSource}
        label={t('pickers.tree')}
        selected={selected}
        onSelect={setSelected}
        onMove={async (id, to) => void (await call(treeMove, { id, ...to }))}
        actions={(node, moves) => (
          <RowActions name={node.name}>
            <MoveChoices moves={moves} />
          </RowActions>
        )}
        search
      />
    </div>
  );
}
