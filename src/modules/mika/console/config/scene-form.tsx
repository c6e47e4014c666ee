import { Form, InputNumber } from 'antd';
import type { ReactElement } from 'react';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { ObjectPicker } from '#kit/console/pickers/object-picker.tsx';
import { scene, sceneGroup } from '../../common/scene.contract.ts';
import type { SceneKind } from '../../common/words.ts';
import { LinesInput, PhrasesInput } from './phrases-input.tsx';
import { SlotsInput } from './slots-input.tsx';
import { TargetInput } from './target-input.tsx';

const F = entityFields(scene);

/** Fields of a scene. */
export function SceneForm({ isNew }: { isNew: boolean }): ReactElement {
  const form = Form.useFormInstance();
  const kind = Form.useWatch('kind', form) as SceneKind | undefined;
  return (
    <>
      <F.name />
      {isNew && <F.code />}
      <F.groupId>
        <ObjectPicker list={sceneGroup.list} required />
      </F.groupId>
      <F.kind />
      <F.phrases wide>
        <PhrasesInput />
      </F.phrases>
      <F.negatives wide>
        <LinesInput />
      </F.negatives>
      <F.slots wide>
        <SlotsInput />
      </F.slots>
      <F.target wide>
        <TargetInput kind={kind} />
      </F.target>
      {kind === 'handover' && (
        <F.handlers>
          <EmployeePicker multiple />
        </F.handlers>
      )}
      <F.confirm />
      <F.threshold>
        <InputNumber min={0.5} max={0.95} step={0.01} />
      </F.threshold>
      <F.priority />
      <F.audience />
      <F.ownerId />
      <F.ownerDeptId />
      <F.validFrom />
      <F.validUntil />
    </>
  );
}
