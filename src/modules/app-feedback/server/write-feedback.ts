import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import type { FeedbackFile, feedbackKinds } from '../common/feedback.contract.ts';
import { subjectOf } from './subject.ts';

/** What somebody wrote, with what the terminal said of itself. */
export interface Written {
  readonly appId: string;
  readonly uid: string | null;
  readonly kind: (typeof feedbackKinds)[number];
  readonly text: string;
  readonly files: readonly FeedbackFile[];
  readonly platform: number;
  readonly buildNo: string;
  readonly versionName: string;
  readonly system: string;
  readonly model: string;
  readonly network: string;
  readonly page: string;
  readonly contact: string;
  readonly deviceId: string;
  readonly now: number;
}

/** Keeps a first message; the conversation begins as a new one. */
export async function writeFeedback(db: Db, id: string, { uid, now, text, ...told }: Written): Promise<void> {
  await sql`insert into feedback (id, app_id, employee_id, kind, subject, text, files, platform, build_no, version_name, system, model, network, page,
      contact, device_id, state, replies, version, created_at, created_by, updated_at, updated_by)
    values (${id}::uuid, ${told.appId}::uuid, ${uid}, ${told.kind}, ${subjectOf(text)}, ${text}, ${JSON.stringify(told.files)}::jsonb, ${told.platform},
      ${told.buildNo}, ${told.versionName}, ${told.system}, ${told.model}, ${told.network}, ${told.page}, ${told.contact},
      ${told.deviceId}, 'new', 0, 1, ${now}, ${uid}, ${now}, ${uid})`.execute(db);
}
