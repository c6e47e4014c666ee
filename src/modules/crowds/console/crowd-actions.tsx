import { useState, type ReactElement, type ReactNode } from 'react';
import { Button, type ButtonProps } from 'antd';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { RowActions } from '#kit/console/action/row-actions.tsx';
import { useMay } from '#kit/console/action/use-may.ts';
import { journalReadings } from '#kit/console/change/revert-dialog.tsx';
import { useJob } from '#kit/console/jobs/use-job.ts';
import { invalidate } from '#kit/console/page/query.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import { later } from '#kit/console/shell/later.tsx';
import type { Selection } from '#kit/console/page/use-selection.ts';
import { pickCrowds } from '../common/crowd-people.contract.ts';
import { crowdDelete, crowdList, crowdPause, crowdRecompute, crowdRelease, crowdResume, type CrowdRow } from '../common/crowd.contract.ts';
import { dynamicGroup } from '../common/crowd.permissions.ts';
import { crowdReadings } from './crowd-readings.ts';

const ReleaseDialog = later('crowd-release', async () => (await import('./release-dialog.tsx')).ReleaseDialog);

type Some = Pick<CrowdRow, 'id' | 'name' | 'kind' | 'state'>;

interface CrowdButtonsProps {
  crowd: Some;
  type: 'text' | 'default';
  /** Asks for the reason and lets a held change through. */
  onRelease: () => void;
  onRemoved?: () => void;
}

/** What can be done with a crowd beside editing it; what its state forbids is not offered. */
function CrowdButtons({ crowd, type, onRelease, onRemoved }: CrowdButtonsProps): ReactElement {
  const act = { names: [crowd.name], invalidates: crowdReadings, type };
  const [jobId, setJobId] = useState<string>();
  useCrowdJob(jobId, () => setJobId(undefined));
  return (
    <>
      {crowd.state === 'held' && (
        <Permit code={dynamicGroup.button.release}>
          {(name) => (
            <Button type={type} danger onClick={onRelease}>
              {name}
            </Button>
          )}
        </Permit>
      )}
      {crowd.kind === 'dynamic' && crowd.state !== 'paused' && <ActionButton endpoint={crowdPause} input={{ ids: [crowd.id] }} {...act} />}
      {crowd.state === 'paused' && <ActionButton endpoint={crowdResume} input={{ ids: [crowd.id] }} {...act} />}
      {(crowd.state === 'on' || crowd.state === 'error') && (
        <ActionButton endpoint={crowdRecompute} input={{ id: crowd.id }} {...act} onDone={(reply) => setJobId(reply.jobId)} />
      )}
      <ActionButton
        endpoint={crowdDelete}
        input={{ ids: [crowd.id] }}
        {...act}
        // What is gone is not read again.
        invalidates={[crowdList, pickCrowds, ...journalReadings]}
        {...(onRemoved && { onDone: onRemoved })}
      />
    </>
  );
}

/** Reads crowds again when a computation that was asked for has ended. */
function useCrowdJob(jobId: string | undefined, onEnd: () => void): void {
  useJob(jobId, () => {
    onEnd();
    void invalidate(...crowdReadings);
  });
}

/** Asks for the reason why a held change may go through, and follows the computation that it begins. */
function useRelease(crowd: Some): readonly [ask: () => void, dialog: ReactNode] {
  const [asking, setAsking] = useState(false);
  const [jobId, setJobId] = useState<string>();
  useCrowdJob(jobId, () => setJobId(undefined));
  return [() => setAsking(true), asking && <ReleaseDialog crowd={crowd} onReleased={setJobId} onClose={() => setAsking(false)} />];
}

/** The actions of a crowd in the list. */
export function CrowdRowActions({ crowd, onEdit }: { crowd: Some; onEdit: () => void }): ReactElement | null {
  const may = useMay();
  const [release, dialog] = useRelease(crowd);
  const any = [crowdPause, crowdResume, crowdRecompute, crowdRelease, crowdDelete].some(may);
  return (
    <>
      <RowActions name={crowd.name}>
        <EditCrowdButton type="text" onClick={onEdit} />
        {any && <CrowdButtons crowd={crowd} type="text" onRelease={release} />}
      </RowActions>
      {dialog}
    </>
  );
}

/** The actions of a crowd beside its name. */
export function CrowdPageActions({ crowd, onRemoved }: { crowd: Some; onRemoved: () => void }): ReactElement {
  const [release, dialog] = useRelease(crowd);
  return (
    <>
      <CrowdButtons crowd={crowd} type="default" onRelease={release} onRemoved={onRemoved} />
      {dialog}
    </>
  );
}

/** Opens the builder, named as the update was granted. */
export function EditCrowdButton({ type, icon, onClick }: Pick<ButtonProps, 'type' | 'icon'> & { onClick: () => void }): ReactElement {
  return (
    <Permit code={dynamicGroup.button.update}>
      {(name) => (
        <Button {...(type && { type })} {...(icon !== undefined && { icon })} onClick={onClick}>
          {name}
        </Button>
      )}
    </Permit>
  );
}

/** What can be done with all selected crowds at once. */
export function CrowdBulkActions({ selection }: { selection: Selection<CrowdRow> }): ReactElement {
  const act = {
    names: selection.rows.map(({ name }) => name),
    input: { ids: [...selection.ids] },
    invalidates: crowdReadings,
    onDone: selection.clear,
  };
  return (
    <>
      <ActionButton endpoint={crowdPause} {...act} />
      <ActionButton endpoint={crowdResume} {...act} />
      <ActionButton endpoint={crowdDelete} {...act} />
    </>
  );
}
