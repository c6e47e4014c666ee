import type { ReactElement } from 'react';
import { useT } from '../../i18n/use-t.ts';
import { ExportButton } from '../../jobs/export-button.tsx';
import { JobProgress } from '../../jobs/job-progress.tsx';
import { JobTray } from '../../jobs/job-tray.tsx';
import { roomExport } from '../room.contract.ts';
import { sampleJobs } from '../server/jobs.ts';
import { Specimen } from '../specimen.tsx';

/** Long work: each state of a job, the tray of one's own, and an export. */
export default function JobsPart(): ReactElement {
  const t = useT('gallery');
  return (
    <>
      <Specimen title="jobs.states">
        <div className="whg-sheet whg-jobs">
          {sampleJobs.map((job) => (
            <JobProgress key={job.id} job={job} onPlan={() => undefined} />
          ))}
        </div>
      </Specimen>
      <Specimen title="jobs.tray">
        <div className="whg-row">
          <JobTray />
          <span>{t('jobs.trayHint')}</span>
        </div>
      </Specimen>
      <Specimen title="jobs.export">
        <ExportButton endpoint={roomExport} input={(format) => ({ format })} />
      </Specimen>
    </>
  );
}
