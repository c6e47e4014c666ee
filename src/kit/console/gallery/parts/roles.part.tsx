import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { useT } from '../../i18n/use-t.ts';
import { ChoiceMatrix } from '../../roles/choice-matrix.tsx';
import { ExplainDialog } from '../../roles/explain-dialog.tsx';
import { RoleAreaContext } from '../../roles/role-area.ts';
import { RoleHolders } from '../../roles/role-holders.tsx';
import { RoleManage } from '../../roles/role-manage.tsx';
import { RolePicker } from '../../roles/role-picker.tsx';
import type { Picked } from '../../pickers/picked.ts';
import { galleryRoleArea } from '../gallery-role-area.ts';
import { galleryRole } from '../role.contract.ts';
import { sampleId } from '../server/sample-ids.ts';
import { Specimen } from '../specimen.tsx';

/** Roles with their tabs, who holds them, and why. */
export default function RolesPart(): ReactElement {
  const t = useT('gallery');
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Specimen title="roles.manage">
        <RoleManage area={galleryRoleArea} />
      </Specimen>
      <Specimen title="roles.choices">
        <Choices />
      </Specimen>
      <Specimen title="roles.holders">
        <RoleHolders area={galleryRoleArea} />
      </Specimen>
      <Specimen title="roles.pick">
        <div className="whg-row">
          <Kept label={t('pickers.none')} value={null} />
          <Kept label={t('pickers.one')} value={sampleId(10, 1)} />
          <Kept label={t('pickers.several')} value={[sampleId(10, 0), sampleId(10, 1)]} multiple />
          <Kept label={t('pickers.unknown')} value={sampleId(99, 1)} />
        </div>
      </Specimen>
      <Specimen title="roles.explain">
        <Button onClick={() => setAsking(true)}>{t('roles.explain')}</Button>
        {asking && (
          <RoleAreaContext value={galleryRoleArea}>
            <ExplainDialog onClose={() => setAsking(false)} />
          </RoleAreaContext>
        )}
      </Specimen>
    </>
  );
}

function Kept({ label, value: first, multiple = false }: { label: string; value: Picked; multiple?: boolean }): ReactElement {
  const [value, setValue] = useState(first);
  return (
    <div className="whg-field">
      <RolePicker search={galleryRole.search} multiple={multiple} value={value} onChange={setValue} aria-label={label} />
    </div>
  );
}

/** What a role gives without pages: a group of which all is held, one of which some is, and one of which nothing is. */
function Choices(): ReactElement {
  const t = useT('gallery');
  const [held, setHeld] = useState<string[]>(['0.read', '0.send', '1.read']);
  const groups = ([0, 1, 2] as const).map((number) => ({
    key: String(number),
    title: t(`roles.choiceGroup.${number}`),
    options: [
      { code: `${number}.read`, name: t('roles.choiceRead'), meaning: t('roles.choiceReadMeans') },
      { code: `${number}.send`, name: t('roles.choiceSend'), meaning: t('roles.choiceSendMeans'), risk: t('roles.choiceRisk') },
    ],
  }));
  return <ChoiceMatrix groups={groups} held={held} onChange={setHeld} />;
}
