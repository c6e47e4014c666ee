import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import type { BookAnswer, BookContent, BookScene, BookSynonym } from './book.ts';
import { emptyContent } from './book.ts';
import '../mika.table.ts';

/** Columns of a scene as it decides. */
const sceneColumns = sql`s.id, s.code, s.name, s.kind, s.phrases, s.negatives, s.slots, s.target, s.threshold, s.confirm, s.audience,
  s.priority, s.position as "order", s.handlers, s.owner_dept_id as "ownerDeptId", s.valid_from as "validFrom", s.valid_until as "validUntil"`;

const numbered = (scene: BookScene): BookScene => ({
  ...scene,
  threshold: Number(scene.threshold),
  validFrom: scene.validFrom === null ? null : Number(scene.validFrom),
  validUntil: scene.validUntil === null ? null : Number(scene.validUntil),
});

/** Scenes that are enabled, as they are written now, in their order. */
async function draftScenes(db: Db): Promise<BookScene[]> {
  const { rows } = await sql<BookScene>`select ${sceneColumns} from mika_scene s where s.enabled order by s.position, s.id`.execute(db);
  return rows.map(numbered);
}

/** Everything that is enabled, as it is written now. */
export async function draftContent(db: Db): Promise<BookContent> {
  const scenes = await draftScenes(db);
  const { rows: answers } = await sql<BookAnswer>`select id, name, questions, answer, link, audience, until from mika_answer
    where enabled order by name, id`.execute(db);
  const { rows: synonyms } = await sql<BookSynonym>`select id, word, same, language from mika_synonym order by word, id`.execute(db);
  return { scenes, answers: answers.map((one) => ({ ...one, until: one.until === null ? null : Number(one.until) })), synonyms };
}

/** A version that was published. */
export interface PublishedVersion {
  readonly no: number;
  readonly content: BookContent;
}

/** The version in force; number 0 and nothing before the first one. */
export async function liveVersion(db: Db): Promise<PublishedVersion> {
  const { rows } = await sql<PublishedVersion>`select no, content from mika_version order by no desc limit 1`.execute(db);
  return rows[0] ?? { no: 0, content: emptyContent };
}

/** A version by its number; undefined where there is none. */
export async function versionNamed(db: Db, no: number): Promise<PublishedVersion | undefined> {
  const { rows } = await sql<PublishedVersion>`select no, content from mika_version where no = ${no}`.execute(db);
  return rows[0];
}
