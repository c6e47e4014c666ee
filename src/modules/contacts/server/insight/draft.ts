import type { Db } from '#kit/server/directory.ts';
import type { RuleDraft } from '../../common/insight.contract.ts';
import type { Book, BookRole, BookSpecial, Members } from '../rule/book.ts';
import { completed, readRoles, readSpecials } from '../rule/read-book.ts';

/** A book as it would be with a change that is not saved yet. */
export async function drafted(db: Db, book: Book, drafts: readonly RuleDraft[]): Promise<Book> {
  let changed = book;
  for (const draft of drafts) changed = withDraft(await switchedOn(db, changed, draft), draft);
  return completed(db, { ...changed, word: `${book.word}*` });
}

/** A book holds what is in force: what a draft switches on is read besides. */
async function switchedOn(db: Db, book: Book, draft: RuleDraft): Promise<Book> {
  if (draft.kind === 'role' && draft.state === 'enabled' && !book.roles.some(({ id }) => id === draft.roleId))
    return { ...book, roles: [...book.roles, ...(await readRoles(db, draft.roleId))] };
  if (draft.kind === 'special' && draft.state === 'enabled' && !book.specials.some(({ id }) => id === draft.roleId)) {
    const specials = [...book.specials, ...(await readSpecials(db, draft.roleId))];
    return { ...book, specials: specials.toSorted((one, other) => one.priority - other.priority || (one.id < other.id ? -1 : 1)) };
  }
  return book;
}

function withDraft(book: Book, draft: RuleDraft): Book {
  switch (draft.kind) {
    case 'range':
      return withRole(book, draft.roleId, (role) => {
        if (draft.range === 'auth') return { ...role, auth: draft.rows, search: role.search === role.auth ? draft.rows : role.search };
        return { ...role, search: draft.sameAsAuth ? role.auth : draft.rows, exact: draft.exactMatch ?? role.exact };
      });
    case 'function':
      return withRole(book, draft.roleId, (role) => ({ ...role, functions: draft.functions }));
    case 'role':
      if (draft.state === 'disabled' || draft.state === 'deleted')
        return { ...book, roles: book.roles.filter(({ id, builtIn }) => id !== draft.roleId || builtIn) };
      return withRole(book, draft.roleId, (role) => ({
        ...role,
        members: withParties(role.members, draft.membersAdd ?? [], draft.membersRemove ?? []),
      }));
    case 'field': {
      const named = new Set(draft.fields.map(({ fieldKey }) => fieldKey));
      return { ...book, fields: [...draft.fields, ...book.fields.filter(({ fieldKey }) => !named.has(fieldKey))] };
    }
    case 'special':
      return { ...book, specials: book.specials.flatMap((one) => (one.id === draft.roleId ? changedSpecial(one, draft) : [one])) };
    case 'whitelist': {
      const white = book.white.filter(({ id }) => id !== draft.removeId);
      const { add } = draft;
      const entry = add && {
        id: 'draft',
        kind: add.kind,
        memberId: add.id,
        includeHidden: draft.includeHidden,
        until: Number.MAX_SAFE_INTEGER,
      };
      return { ...book, white: entry ? [...white, entry] : white };
    }
    case 'config': {
      const set = Object.fromEntries(Object.entries(draft.change).filter(([, value]) => value !== undefined));
      return { ...book, config: { ...book.config, ...set } };
    }
  }
}

const withRole = (book: Book, roleId: string, change: (role: BookRole) => BookRole): Book => ({
  ...book,
  roles: book.roles.map((role) => (role.id === roleId ? change(role) : role)),
});

function changedSpecial(one: BookSpecial, draft: Extract<RuleDraft, { kind: 'special' }>): BookSpecial[] {
  if (draft.state === 'disabled' || draft.state === 'deleted') return [];
  const { mode, fields, deniedFunctions, proxyEmpId, exceptionsSee, exceptionRoleIds, until } = draft.change ?? {};
  return [
    {
      ...one,
      ...(mode && { mode }),
      ...(fields && { fields }),
      ...(deniedFunctions && { deniedFunctions }),
      ...(proxyEmpId !== undefined && { proxyId: proxyEmpId }),
      ...(exceptionsSee && { exceptionsSee }),
      ...(exceptionRoleIds && { exceptionRoleIds }),
      ...(until !== undefined && { endsAt: until }),
      belongs: withParties(one.belongs, draft.belongsAdd ?? [], draft.belongsRemove ?? []),
      exceptions: withParties(one.exceptions, draft.membersAdd ?? [], draft.membersRemove ?? []),
    },
  ];
}

type Parties = NonNullable<Extract<RuleDraft, { kind: 'special' }>['belongsAdd']>;

function withParties(members: Members, add: Parties, remove: Parties): Members {
  const of = (kind: Parties[number]['kind'], now: Members['employees']) => {
    const gone = new Set(remove.filter((one) => one.kind === kind).map(({ id }) => id));
    const fresh = add.filter((one) => one.kind === kind).map(({ id }) => [id, null] as const);
    return new Map([...[...now].filter(([id]) => !gone.has(id)), ...fresh]);
  };
  return {
    employees: of('employee', members.employees),
    departments: of('department', members.departments),
    crowds: of('crowd', members.crowds),
  };
}
