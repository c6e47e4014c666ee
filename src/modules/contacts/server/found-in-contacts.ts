import { sql } from 'kysely';
import type { Language } from '#kit/common/language.ts';
import { containing } from '#kit/server/read-page.ts';
import type { Services } from '#kit/server/services.ts';
import { nameIn } from '#modules/people/server/public.ts';
import { contactRulesOf } from './rule/open-rules.ts';
import type { Eye } from './terminal/eye.ts';
import { searchPeople } from './terminal/search.ts';
import { treeLevel } from './terminal/tree.ts';

type Parts = Eye['services'] & Pick<Services, 'database'>;

/** Whom or what somebody looks for. */
interface Looking {
  readonly uid: string;
  readonly text: string;
  readonly language: Language;
}

/** Person or department that was found. */
export interface FoundInContacts {
  readonly id: string;
  readonly name: string;
  /** Tells two of the same name apart. */
  readonly more: string;
}

const mostMatches = 5;

async function eyeOf(services: Parts, { uid, language }: Looking): Promise<Eye | undefined> {
  const viewer = await contactRulesOf(services).viewer(uid);
  return viewer && { db: services.database.db, services, viewer, language };
}

/** People whom somebody finds in their contacts by a text; none where they may not search. */
export async function peopleInContacts(services: Parts, looking: Looking): Promise<FoundInContacts[]> {
  const eye = await eyeOf(services, looking);
  if (!eye?.viewer.functions.has('directory.search')) return [];
  const { list } = await searchPeople(eye, { text: looking.text });
  return list
    .filter(({ enabled }) => enabled)
    .slice(0, mostMatches)
    .map(({ id, name, departments }) => ({ id, name, more: departments[0]?.name ?? '' }));
}

/** Departments whose names hold a text and that somebody sees in the tree of their contacts. */
export async function departmentsInContacts(services: Parts, looking: Looking): Promise<FoundInContacts[]> {
  const eye = await eyeOf(services, looking);
  if (!eye?.viewer.functions.has('dept.browse')) return [];
  const { rows } = await sql<{ id: string; parentId: string | null; name: string }>`select d.id, d.parent_id as "parentId",
      ${nameIn(looking.language)} as name from department d where d.name::text ilike ${containing(looking.text)}
    order by length(${nameIn(looking.language)}), d.path limit ${mostMatches}`.execute(eye.db);
  const found: FoundInContacts[] = [];
  for (const { id, parentId, name } of rows) {
    const seen = await treeLevel(eye, { parentId: parentId ?? undefined }).catch(() => ({ nodes: [] }));
    if (seen.nodes.some((node) => node.id === id)) found.push({ id, name, more: '' });
  }
  return found;
}
