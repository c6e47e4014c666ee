import type { ReactElement } from 'react';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { segmentLimit } from '../../common/segment-limit.contract.ts';
import { PlatformChecks } from './number-choices.tsx';
import { SegmentsInput } from './segments-input.tsx';
import { WindowInput } from './window-input.tsx';

const F = fieldsOf(segmentLimit.draft);

/** The fields of a segment limit. */
export function SegmentForm(): ReactElement {
  const t = useT('enterprise');
  return (
    <>
      <F.name />
      <F.effect as="radio" />
      <F.segments wide help={t('segmentLimit.segmentsHelp')}>
        <SegmentsInput />
      </F.segments>
      <F.actions wide as="checks" />
      <F.terminalTypes wide>
        <PlatformChecks />
      </F.terminalTypes>
      <F.window wide>
        <WindowInput />
      </F.window>
    </>
  );
}
